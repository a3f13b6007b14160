import Statoscope
import TestSupport
import Testing

/// What can be an id, and which ids are the same.
@MainActor @Suite struct EffectIDTests {
  @Test func `a case of an enum may be an ID`() {
    let scope = Collector().neverStarting
    scope.send(.enqueue(.of(Task.load), .replace)).send(.enqueue(.of(Task.page(1)), .replace))
    #expect(scope.effects.count == 2)
    scope.send(.enqueue(.of(Task.page(1)), .replace)).send(.enqueue(.of(Task.page(2)), .replace))
    #expect(scope.effects.count == 3)
    scope.send(.cancel(.of(Task.page(1))))
    #expect(scope.effects.count == 2)
  }

  @Test func `IDs of different types with the same text are different`() {
    let ids: [EffectID] = [
      .of(Task.load), .of(OtherTask.load), .of("load"), .of("load" as Substring),
      .of(1), .of(1 as UInt8), .of(1.0), .of("1"), .of([1]), .of([1.0]),
    ]
    let scope = Collector().neverStarting
    for id in ids { scope.send(.enqueue(id, .ignore)) }
    #expect(scope.effects.count == ids.count)
    for (cancelled, id) in ids.enumerated() {
      scope.send(.cancel(id))
      #expect(scope.effects.count == ids.count - cancelled - 1)
    }
  }

  @Test func `the IDs of one scope have no meaning in another`() {
    let (first, second) = (Collector().neverStarting, Collector().neverStarting)
    first.send(.enqueue(.of("id"), .ignore))
    second.send(.enqueue(.of("id"), .ignore)).send(.cancel(.of("id")))
    #expect(first.effects.count == 1)
    #expect(second.effects.isEmpty)
  }
}

private enum Task: Hashable {
  case load
  case page(Int)
}

private enum OtherTask: Hashable { case load }

/// An id of any type, opened where it is used.
private struct EffectID: Sendable {
  let value: any Hashable & Sendable
  static func of(_ value: some Hashable & Sendable) -> EffectID { EffectID(value: value) }
}

private final class Collector: Scope {
  enum When {
    case enqueue(EffectID, EffectPolicy)
    case cancel(EffectID)
  }

  /// This scope, with effects that are listed and no more.
  var neverStarting: Collector { injectObject(EffectsExecution.enqueueOnly) }

  func update(_ when: When) throws {
    switch when {
    case .enqueue(let id, let policy): enqueue(id.value, policy)
    case .cancel(let id): cancel(id.value)
    }
  }

  private func enqueue(_ id: some Hashable & Sendable, _ policy: EffectPolicy) {
    effectsState.enqueue(PassGate(Gate<When>()), id: id, policy: policy)
  }

  private func cancel(_ id: some Hashable & Sendable) { effectsState.cancelEffect(id: id) }
}
