import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// What a `deinit` may do with the tree that its object belongs to, or owns.
@MainActor @Suite struct DeinitWithinTreeTests {
  /// A way to read a scope.
  fileprivate enum Reading: CaseIterable, Sendable {
    case dump
    case debugDescription
    case treeDescription
    case mirror

    func text(of hall: Hall) -> String {
      switch self {
      case .dump:
        var text = ""
        Swift.dump(hall, to: &text)
        return text
      case .debugDescription: return hall.debugDescription
      case .treeDescription: return hall.tree.description
      case .mirror: return Mirror(reflecting: hall).children.map { "\($0)" }.joined() + "\(hall)"
      }
    }
  }

  @Test(arguments: Reading.allCases)
  fileprivate nonisolated func `an actor's isolated deinit may read its scope`(_ reading: Reading)
    async
  {
    let (ended, end) = AsyncStream.makeStream(of: String.self)
    var owner: Owner? = Owner(reading, end)
    await owner?.begin()
    owner = nil
    var texts: [String] = []
    for await text in ended { texts.append(text) }
    #expect(texts.count == 1 && texts.first?.contains("Hall") == true)
  }

  @Test func `a recorded tree can be dumped after the release of a scope`() {
    let hall = Hall()
    let recorder = ScopeRecorder(hall)
    hall.halls = [Hall()]
    hall.send(.nothing).halls[0].send(.nothing)
    hall.halls = []
    hall.send(.nothing)
    var text = ""
    dump(hall, to: &text)
    #expect(text.contains("Hall") && recorder.recording.moments.count > 2)
  }

  /// A way to put a tree below a scope that is being released.
  fileprivate enum Adoption: CaseIterable, Sendable {
    case asOnlyChild
    case inPlace
    case besideOthers
    case belowItsChild
    case besideEffects

    /// - Parameter hall: the scope whose `deinit` calls this.
    func put(_ tree: Hall, below hall: Hall) {
      switch self {
      case .asOnlyChild, .besideEffects: hall.halls = [tree]
      case .inPlace: hall.halls.append(tree)
      case .besideOthers: hall.halls = [Hall()] + hall.halls + [tree]
      case .belowItsChild:
        hall.halls = [Hall()]
        hall.halls[0].halls.append(tree)
      }
    }
  }

  @Test(arguments: Adoption.allCases)
  fileprivate func `a tree that is added below a scope in its deinit loses its effects`(_ adoption: Adoption)
    async throws
  {
    let tree = Hall()
    tree.halls = [Hall()]
    let (ended, endedBelow) = (Reentry {}, Reentry {})
    try await tree.run(onCancel: ended)
    try await tree.halls[0].run(onCancel: endedBelow)
    var root: Hall? = Hall()
    root?.halls = [Hall(), Hall { adoption.put(tree, below: $0) }, Hall()]
    if adoption == .besideEffects { try await root?.halls[1].run(onCancel: Reentry {}) }
    root = nil
    #expect(ended.count == 1 && endedBelow.count == 1)
    #expect(tree.effects.isEmpty && tree.halls[0].effects.isEmpty)
    #expect(tree.tree.parent == nil && tree.halls[0].tree.parent === tree)
    #expect(throws: EffectIsolationError.self) { try tree.trySend(.start(AnyEffect { .nothing })) }
  }

  @Test func `a tree that a deinit adds below its own scope loses its effects`() async throws {
    let (tree, ended) = (Hall(), Reentry {})
    try await tree.run(onCancel: ended)
    var root: Hall? = Hall { $0.halls = [tree] }
    root?.send(.nothing)
    root = nil
    #expect(ended.count == 1 && tree.effects.isEmpty && tree.tree.parent == nil)
  }

  @Test func `a tree that a deinit adds below a sibling loses its effects`() async throws {
    let (tree, ended) = (Hall(), Reentry {})
    try await tree.run(onCancel: ended)
    weak var last: Hall?
    var root: Hall? = Hall()
    root?.halls = [Hall { _ in last?.halls = [tree] }, Hall()]
    last = root?.halls.last
    root = nil
    #expect(last == nil)
    #expect(ended.count == 1 && tree.effects.isEmpty && tree.tree.parent == nil)
  }

  @Test func `effects of a tree that nothing else retains are cancelled`() async throws {
    var tree: Hall? = Hall()
    weak let released = tree
    let ended = Reentry {}
    try await tree?.run(onCancel: ended)
    var root: Hall? = Hall()
    root?.halls = [Hall { if let live = tree.take() { $0.halls = [live] } }]
    root = nil
    #expect(ended.count == 1 && released == nil)
  }
}

private final class Hall: Scope {
  enum When: Sendable {
    case nothing
    case start(AnyEffect<When>)
  }

  @Subscope var halls: [Hall] = []
  @Inject var size = 3
  private let onDeinit: (Hall) -> Void

  init(onDeinit: @escaping (Hall) -> Void = { _ in }) { self.onDeinit = onDeinit }

  func update(_ when: When) throws {
    if case .start(let effect) = when { effectsState.enqueue(effect) }
  }

  /// Runs an effect that calls code of the app in its cancellation handler.
  @MainActor func run(onCancel reentry: Reentry) async throws {
    let started = Gate<Void>()
    send(.start(UntilCancelled(started: started) { reentry.run() }.map { .nothing }))
    try await started.pass()
  }

  deinit { onDeinit(self) }
}

/// An actor that reads its tree when it is released.
private actor Owner {
  private let hall = Hall()
  private let reading: DeinitWithinTreeTests.Reading
  private let end: AsyncStream<String>.Continuation

  init(_ reading: DeinitWithinTreeTests.Reading, _ end: AsyncStream<String>.Continuation) {
    self.reading = reading
    self.end = end
  }

  /// Sends events to the tree, which lives here from then on, with an effect that has no task to retain its actor.
  func begin() {
    hall.injectObject(EffectsExecution.enqueueOnly)
    hall.addMiddleware { _, when, next in try next(when) }
    hall.addSubscopeMiddleware { _, next in try next() }
    hall.halls = [Hall()]
    hall.send(.nothing).halls[0].send(.start(AnyEffect { .nothing }))
  }

  isolated deinit {
    end.yield(reading.text(of: hall))
    end.finish()
  }
}
