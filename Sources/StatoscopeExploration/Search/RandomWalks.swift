import Statoscope
import StatoscopeTesting

/// Random walks from the start that record the states they reach.
struct RandomWalks {
  private(set) var search: Search
  /// The choices that were performed in each state.
  private var performed: Set<StateKey> = []

  init(_ search: Search) {
    self.search = search
  }

  mutating func run(_ walks: Int, length: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<walks where search.limit == nil { try walk(length, &generator) }
    search.limit = search.limit ?? .walks(walks, length: length)
  }

  private mutating func walk(_ length: Int, _ generator: inout SeededGenerator) throws {
    let system = search.system
    var (scope, state) = try search.begin()
    var path: [Choice] = []
    while path.count < length,
      let choice = system.choices(in: scope).randomElement(using: &generator)
    {
      let isFirst = performed.insert(system.key(of: choice, in: state)).inserted
      // Only its state: the rest would retain the path, which were copied then.
      let next = try search.perform(choice, on: scope, in: state, isRecorded: isFirst, after: path)?.to
      guard let next else { return }
      path.append(choice)
      state = next
    }
  }
}
