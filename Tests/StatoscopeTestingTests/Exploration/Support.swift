import Statoscope
import StatoscopeExploration
import StatoscopeTesting

#if canImport(Combine)
  import Combine
#endif

/// A counter that ends at a number, and refuses to go beyond.
final class Tally: Scope, ObservableObject {
  enum When {
    case up
    case down
    case look
  }

  @Published var count = 0
  let top: Int

  init(top: Int) {
    self.top = top
  }

  func update(_ when: When) throws {
    switch when {
    case .up:
      guard count < top else { throw InvalidStateError() }
      count += 1
    case .down:
      guard count > 0 else { throw InvalidStateError() }
      count -= 1
    case .look: break
    }
  }
}

/// What a closure prints on standard error and reports as failures, kept from the test that runs it.
func overheard<Found>(_ explore: () throws -> Found) throws -> (
  found: Found, failures: [Failure], said: [String]
) {
  let said = Locked<[String]>([])
  let console = ExplorationConsole(
    now: { .zero },
    isTerminal: { false },
    write: { text in said.withLock { $0.append(text) } }
  )
  var found: [Found] = []
  let failures = try failures {
    found = [try ExplorationConsole.$current.withValue(console) { try explore() }]
  }
  return (found[0], failures, said.withLock { $0 })
}
