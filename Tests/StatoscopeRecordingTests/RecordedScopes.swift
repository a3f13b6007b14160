import Foundation
import Statoscope
import StatoscopeRecording
import Testing

#if canImport(Combine)
  import Combine
#endif

/// A shop whose parts are of every kind that a recorder has to look at.
final class RecordedShop: Scope, ObservableObject {
  enum When: Sendable, Equatable {
    case open
    case rename(String)
    case note(String?)
    case label(Note)
    case lend(RecordedLedger)
    case addCounter(Int)
    case removeCounters
    case refuse
    case notifyCounters
    case sendToSelf
    case load(String)
    case loaded(String)
    case watchPrices
    case price(Int)
    case cancel
  }

  enum Note: Sendable, Equatable {
    case none
    case text(String)
    case ledger(RecordedLedger)
  }

  @Published private(set) var isOpen = false
  private(set) var name = "shop"
  private(set) var note: String?
  private(set) var label = Note.none
  private(set) var ledger: RecordedLedger?
  private(set) var loaded: [String] = []
  var prices: [Int: Double?] = [:]
  weak var neighbour: RecordedShop?
  @Subscope var counters: [RecordedTill] = []
  @Subscope var cellar: RecordedCellar?
  @Injected var clock: RecordedClock

  func update(_ when: When) throws {
    switch when {
    case .open: isOpen = true
    case .rename(let name): self.name = name
    case .note(let note): self.note = note
    case .label(let label): self.label = label
    case .lend(let ledger): self.ledger = ledger
    case .addCounter(let start): counters.append(RecordedTill(start))
    case .removeCounters: counters = []
    case .refuse:
      name = "refused"
      throw InvalidStateError()
    case .notifyCounters:
      for counter in counters { counter.send(.add(1)) }
      name = "notified"
    case .sendToSelf:
      send(.rename("later"))
      name = "now"
    case .load(let what):
      effectsState.enqueue(RecordedFetch(what: what).map(When.loaded), id: "load", policy: .all)
    case .loaded(let what): loaded.append(what)
    case .watchPrices: effectsState.enqueue(RecordedPrices().map(When.price))
    case .price(let price): prices[price] = Double(price)
    case .cancel: effectsState.cancelAllEffects()
    }
  }
}

final class RecordedTill: Scope {
  enum When: Sendable { case add(Int), count }
  private(set) var total: Int
  var last: Int?
  @Superscope var shop: RecordedShop?

  init(_ total: Int) { self.total = total }

  func update(_ when: When) throws {
    switch when {
    case .add(let amount):
      total += amount
      last = amount
    case .count: effectsState.enqueue(RecordedFetch(what: "count").map { _ in .add(0) })
    }
  }
}

final class RecordedCellar: Scope {
  enum When: Sendable { case fill }
  var bottles = 0
  func update(_ when: When) throws { bottles += 1 }
}

/// An object that a state may refer to.
final class RecordedLedger: Sendable, Equatable, CustomStringConvertible {
  let entries: Int
  init(_ entries: Int) { self.entries = entries }
  static func == (one: RecordedLedger, other: RecordedLedger) -> Bool { one === other }
  var description: String { "ledger of \(entries)" }
}

struct RecordedClock: Injectable {
  static var defaultValue: RecordedClock { RecordedClock() }
}

struct RecordedFetch: Effect, Equatable {
  let what: String
  func runEffect() async throws -> String { what }
}

struct RecordedPrices: StreamEffect {
  func stream() -> AsyncStream<Int> {
    AsyncStream { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
    }
  }
}

extension ScopeRecording {
  /// The events in order, each with the key path of its scope.
  var story: [String] { moments.map { "\($0.path) \($0.event ?? "-")" } }

  /// What changed, moment by moment.
  var changes: [[String]] { moments.map(\.change) }

  /// The tree after so many moments: the state of each scope by its key path.
  func tree(after count: Int) -> [String: [[String]]] {
    var replay = Replay(scopes)
    for moment in moments.prefix(count) { #expect(replay.step(moment) != nil) }
    let states = replay.scopes.values.compactMap { scope in
      replay.path(to: scope.id).map { (ScopeTree.keyPath($0.map(\.segment)), scope.fields) }
    }
    return Dictionary(states) { first, _ in first }
  }

  /// The key paths of the scopes in the tree at the start, and after each moment, in alphabetical order.
  var trees: [[String]] { (0...moments.count).map { tree(after: $0).keys.sorted() } }
}
