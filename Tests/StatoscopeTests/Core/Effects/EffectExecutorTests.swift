import Statoscope
import TestSupport
import Testing

/// What a live plan knows of the effects of its tree.
@Suite struct EffectExecutorTests {
  @Test func `a scope that leaves retains its tree's executor, even if never used`() {
    let (root, leaf, executor) = (Root(), Leaf(), Executor())
    root.effectExecutor = executor
    root.leaf = leaf
    root.leaf = nil
    #expect(leaf.effectExecutor === executor)
  }

  @Test func `an observer is notified when a task is divided and when it is joined`() async throws {
    let observer = Observer()
    let task = EffectTask(observedBy: observer)
    let effect = AnyEffect { 1 }.timeout(after: .seconds(600))
    let result = await task.run { try? await effect.runEffect() }
    #expect(result == 1)
    #expect(observer.changes.entries == ["changed", "changed"])
    #expect(task.parts.isEmpty)
  }
}

private final class Root: Scope {
  enum When { case nothing }
  @Subscope var leaf: Leaf?
  func update(_ when: When) throws {}
}

private final class Leaf: Scope {
  enum When { case nothing }
  func update(_ when: When) throws {}
}

/// Starts nothing.
private final class Executor: EffectExecutor {
  func start(_ effect: RunningEffect, startedBy event: String?, at home: any Actor) -> Task<Void, Never> {
    Task {}
  }
}

private final class Observer: EffectTaskObserver {
  let changes = Journal()
  var executor: any TaskExecutor { globalConcurrentExecutor }
  /// The test runs one task of an effect.
  var identityOfTask: Int? { 1 }
  func effectChanged() { changes.note("changed") }
}
