import Statoscope
import StatoscopeRecording
import StatoscopeTesting
import TestSupport

/// A harbour in whose recording there is everything that a recording can hold.
final class RecordedHarbour: Scope {
  enum When: Sendable {
    case rename(String)
    case unlock(Redacted<String>)
    case lend(RecordedLedger)
    case dock(String)
    case dockInFront(String)
    case sail
    case hire(String)
    case show(RecordedChart?)
    case callTwice
    case refuse
    case survey(String)
    case surveyed(String)
    case watchTides
    case tide(Int)
    case sink
    case cancel
  }

  private(set) var name = "harbour"
  @Redacted private(set) var code = ""
  private(set) var ledger: RecordedLedger?
  private(set) var surveys: [String] = []
  private(set) var tides: [Int: Double] = [:]
  var note: String?
  @Subscope var berths: [RecordedBerth] = []
  @Subscope var pilots: [String: RecordedBerth] = [:]
  @Subscope var chart: RecordedChart.Case?

  func update(_ when: When) throws {
    switch when {
    case .rename(let name): self.name = name
    case .unlock(let code): _code = code
    case .lend(let ledger): self.ledger = ledger
    case .dock(let ship): berths.append(RecordedBerth(ship))
    case .dockInFront(let ship):
      berths.append(RecordedBerth(ship))
      berths.last?.send(.call)
      berths.insert(RecordedBerth("in front"), at: 0)
    case .sail: berths.removeLast()
    case .hire(let pilot): pilots[pilot] = RecordedBerth(pilot)
    case .show(let chart): self.chart = chart?.shown
    case .callTwice:
      send(.rename("later"))
      for berth in berths { berth.send(.call) }
      name = "now"
    case .refuse:
      name = "refused"
      throw InvalidStateError(fileID: "Tests/Harbour.swift", line: 7)
    case .survey(let place): effectsState.enqueue(RecordedFetch(what: place).map(When.surveyed))
    case .surveyed(let place): surveys.append(place)
    case .watchTides: effectsState.enqueue(RecordedPrices().map(When.tide))
    case .tide(let tide): tides[tide] = Double(tide)
    case .sink: effectsState.enqueue(RecordedWreck().map { _ in .cancel })
    case .cancel: effectsState.cancelAllEffects()
    }
  }
}

final class RecordedBerth: Scope {
  enum When: Sendable { case call, load(Int), leave }
  private(set) var ship: String
  private(set) var calls = 0

  init(_ ship: String) { self.ship = ship }

  func update(_ when: When) throws {
    switch when {
    case .call: calls += 1
    case .load(let tons): effectsState.enqueue(RecordedFetch(what: "\(tons) t").map { _ in .call })
    case .leave: removeFromSuperscope()
    }
  }
}

enum RecordedChart: Sendable {
  case harbour
  case text(String)

  enum Case: ScopeEnum {
    case harbour(RecordedBerth)
    case text(String)
  }

  var shown: Case {
    switch self {
    case .harbour: .harbour(RecordedBerth("chart"))
    case .text(let text): .text(text)
    }
  }
}

struct RecordedWreck: Effect, Equatable {
  struct Sunk: Error {}
  func runEffect() async throws -> Int { throw Sunk() }
}

extension RecordedHarbour {
  /// Makes the recording of a day in a harbour, which is the same each time.
  @MainActor static func recording(capacity: Int = 1_000) async -> ScopeRecording {
    let clock = TestClock()
    let harbour = RecordedHarbour()
    harbour.berths = [RecordedBerth("old")]
    let recorder = ScopeRecorder(harbour, capacity: capacity, clock: clock)
    harbour.send(.rename("a \"b\"\n\tc \u{7}")).send(.dock("second"))
    clock.advance(by: .milliseconds(1_500))
    harbour.send(.dockInFront("third")).send(.callTwice)
    clock.advance(by: Duration(secondsComponent: 1, attosecondsComponent: 1))
    _ = try? harbour.trySend(.refuse)
    harbour.send(.unlock(Redacted(wrappedValue: "1234"))).send(.lend(RecordedLedger(3)))
    harbour.berths.removeFirst()
    harbour.berths[1].send(.call)
    harbour.send(.hire("ada")).send(.hire("bob"))
    harbour.pilots["ada"]?.send(.call)
    harbour.send(.show(.text("north"))).send(.show(.harbour))
    if case .harbour(let chart)? = harbour.chart { chart.send(.call) }
    harbour.note = "changed without an event"
    await surveyed(harbour, clock)
    harbour.pilots["bob"]?.send(.load(3))
    harbour.pilots["bob"]?.send(.leave)
    harbour.send(.survey("x")).send(.survey("y")).send(.cancel).send(.sail).send(.show(nil))
    return recorder.recording
  }

  @MainActor private static func surveyed(_ harbour: RecordedHarbour, _ clock: TestClock) async {
    harbour.send(.survey("reef"))
    for await surveys in harbour.changes(of: \.surveys) where !surveys.isEmpty { break }
    clock.advance(by: .seconds(60))
    harbour.send(.watchTides)
    await until { harbour.effects.isEmpty }
    await withCheckedContinuation { continuation in
      harbour.onUnhandledEffectError = { _ in continuation.resume() }
      harbour.send(.sink)
    }
    await until { harbour.effects.isEmpty }
  }
}

extension ScopeRecording {
  /// Everything that the recording says, but for its version.
  var everything: String {
    let states = scopes.map { "scope \($0.id) \($0.type) \($0.fields)" }
    let head = "\(root), \(discarded) discarded, capacity \(capacity), unseen \(unseen)"
    let moments = zip(moments, zip(trees, trees.dropFirst())).map { moment, trees in
      moment.everything + (trees.0 == trees.1 ? "" : "\n  tree: \(trees.1)")
    }
    return ([head] + states + ["tree: \(trees[0])"] + moments + [flowTest()]).joined(separator: "\n") + "\n"
  }
}

extension ScopeRecording.Moment {
  fileprivate var everything: String {
    let effects = effects.map { effect in
      "\(effect.number) of \(effect.scope) \(effect.effect) \(effect.result.map { "\($0)" } ?? "started")"
    }
    return """
      moment \(number) after \(time.components) of \(scope) \(type) \(path)
        event: \(event ?? "none"), source: \(source ?? "none"), cause: \(cause)
        failure: \(failure ?? "none")
        change: \(change)
        effects: \(effects)
      """
  }
}
