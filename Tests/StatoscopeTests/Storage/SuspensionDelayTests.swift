import Foundation
import Statoscope
import TestSupport
import Testing

/// Deferred writes of an app that the system is about to suspend.
@Suite struct SuspensionDelayTests {
  @Test func `the app is not suspended until the last deferred write`() async {
    let system = AppSystem()
    let (delay, made) = (SuspensionDelay(system.request), Journal())
    let writes = (1...3).map { number in delay.holding { made.note("\(number)") } }
    #expect(system.requests == 1)
    writes[0]()
    writes[1]()
    #expect(system.ends == 0)
    writes[2]()
    await until { system.ends == 1 }
    #expect(made.entries == ["1", "2", "3"])
    delay.holding { made.note("4") }()
    await until { system.ends == 2 }
    #expect(system.requests == 2)
  }

  @Test func `deferred writes are made early when there is no more time`() async throws {
    let (folder, delays, system) = (try TemporaryFolder(), Locked<[@Sendable () -> Void]>([]), AppSystem())
    let delay = SuspensionDelay(system.request)
    let scheduler = StorageDelay { _, body in
      let write = delay.holding(body)
      delays.withLock { $0.append(write) }
    }
    let storage = StateStorage.file(folder.file(), durability: .deferred(by: .seconds(3)), delay: scheduler)
    try storage.write(1, forKey: "count")
    #expect(try folder.names == [])
    system.endTime()
    #expect(try folder.read() == "{\n  \"count\" : 1\n}\n")
    await until { system.ends == 1 }
    // The write that was to come has nothing to do.
    try FileManager.default.removeItem(at: folder.file())
    for write in delays.withLock({ $0 }) { write() }
    #expect(try folder.names == [])
  }

  @Test func `where nothing suspends a process, nothing waits`() {
    let made = Journal()
    SuspensionDelay(nil).holding { made.note("written") }()
    #expect(made.entries == ["written"])
  }
}

/// A system that gives an app time, in which a test says when it is over.
private final class AppSystem: Sendable {
  private struct State: Sendable {
    /// Those that have not ended.
    ///
    /// An app's storages hold the system, which may not hold them for ever.
    var uses: [Int: @Sendable (Bool) -> Void] = [:]
    var requests = 0
    var ends = 0
  }

  private let state = Locked(State())

  var requests: Int { state.withLock { $0.requests } }
  /// How many requests have ended, after which the system may suspend the app.
  var ends: Int { state.withLock { $0.ends } }

  var request: SuspensionDelay.Request {
    { [self] use in
      let number = state.withLock { state in
        state.requests += 1
        state.uses[state.requests] = use
        return state.requests
      }
      Thread.detachNewThread { [self] in
        use(false)
        let ended = state.withLock { state in
          state.ends += 1
          return state.uses.removeValue(forKey: number)
        }
        withExtendedLifetime(ended) {}
      }
    }
  }

  func endTime() { for use in state.withLock({ $0.uses.values.map(\.self) }) { use(true) } }
}
