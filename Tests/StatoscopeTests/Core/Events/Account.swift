import Statoscope

/// A scope that adds amounts and records its events, with effects that never start.
final class Account: Scope {
  enum When: Equatable {
    case add(Int)
    case load
    case refuse
    case loadAndRefuse
  }

  private(set) var total = 0
  private(set) var events: [When] = []

  override init() {
    super.init()
    injectObject(EffectsExecution.enqueueOnly)
  }

  func update(_ when: When) throws {
    events.append(when)
    switch when {
    case .add(let amount):
      total += amount
    case .load:
      effectsState.enqueue(AnyEffect { .add(1) })
    case .refuse:
      throw InvalidStateError()
    case .loadAndRefuse:
      effectsState.enqueue(AnyEffect { .add(1) })
      throw InvalidStateError()
    }
  }
}
