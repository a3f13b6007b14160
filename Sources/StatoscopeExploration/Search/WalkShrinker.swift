import Statoscope

/// Shortens a path that shows a result as far as possible.
///
/// Parts are removed as long as the rest still shows the result, together with steps that become impossible.
/// When nothing more can be removed, a breadth-first search looks for a shorter path of another kind.
struct WalkShrinker {
  /// A shortened path, and whether it is known to be the shortest.
  struct Shrunk {
    var path: [Choice]
    var isShortest: Bool
  }

  /// The maximum number of states in the last search.
  private static var mostStates: Int { 2_000 }
  private static var retainedScopes: Int { 64 }

  let system: TransitionSystem
  let shows: (_ root: ScopeNode, _ outcome: ChoiceOutcome) -> Bool

  func shrink(_ path: [Choice]) throws -> Shrunk {
    var path = try shown(by: path) ?? path
    var length = 0
    repeat {
      length = path.count
      var part = max(path.count / 2, 1)
      while part > 0 {
        var start = 0
        while start < path.count {
          let rest = Array(path[..<start] + path[min(start + part, path.count)...])
          if let shorter = try shown(by: rest), shorter.count < path.count {
            path = shorter
          } else {
            start += part
          }
        }
        part /= 2
      }
    } while path.count < length
    return try searchShorter(than: path)
  }

  /// Takes a path until it shows the result, without impossible steps; returns nil when it never does.
  private func shown(by path: [Choice]) throws -> [Choice]? {
    let root = try system.makeScope()
    guard !shows(root, .accepted) else { return [] }
    var taken: [Choice] = []
    for choice in path {
      let key = system.key(of: choice)
      guard system.choices(in: root).contains(where: { system.key(of: $0) == key }) else { continue }
      let outcome = system.perform(choice, on: root)
      taken.append(choice)
      if shows(root, outcome) { return taken }
    }
    return nil
  }

  private func searchShorter(than path: [Choice]) throws -> Shrunk {
    guard path.count > 1 else { return Shrunk(path: path, isShortest: true) }
    let showing = Showing(shows)
    var nearest = BreadthFirstSearch(
      Search(system: system, observers: [showing], progress: nil, mostStates: Self.mostStates),
      live: LiveScopes(limit: Self.retainedScopes)
    )
    do { try nearest.run(depth: path.count - 1) } catch is Showing.Found {}
    // The result must be reproduced on a fresh scope, too.
    if let found = showing.path, let shorter = try shown(by: found) {
      return Shrunk(path: shorter, isShortest: true)
    }
    let hasSeenAll =
      switch nearest.search.limit {
      case nil, .depth: true
      case .states, .walks, .effects: false
      }
    return Shrunk(path: path, isShortest: hasSeenAll && showing.path == nil)
  }
}

/// Ends a search at the first state that shows a result.
private final class Showing: SearchObserver {
  struct Found: Error {}

  private let shows: (_ root: ScopeNode, _ outcome: ChoiceOutcome) -> Bool
  private(set) var path: [Choice]?

  init(_ shows: @escaping (_ root: ScopeNode, _ outcome: ChoiceOutcome) -> Bool) {
    self.shows = shows
  }

  func didPerform(_ performed: Search.Performed) throws {
    guard shows(performed.root, performed.outcome) else { return }
    path = performed.path
    throw Found()
  }
}
