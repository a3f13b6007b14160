import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// What a closure prints on standard error and reports as failures, kept from the test that runs it.
package func overheard<Found>(_ explore: () throws -> Found) throws -> (
  found: Found, failures: [Failure], said: [String]
) {
  let said = Locked<[String]>([])
  let console = ExplorationConsole(
    now: { .zero },
    write: { text in said.withLock { $0.append(text) } }
  )
  var found: [Found] = []
  let failures = try failures {
    found = [try ExplorationConsole.$current.withValue(console) { try explore() }]
  }
  return (found[0], failures, said.withLock { $0 })
}
