import Statoscope

/// One thing that can be asked of a ledger; effects are named by their generation.
enum LedgerStep: Hashable, CustomStringConvertible {
  case enqueue(id: String?, EffectPolicy)
  case end(UInt64)
  case cancel(UInt64)
  case cancelID(String)
  case cancelAll

  var description: String {
    switch self {
    case .enqueue(let id, let policy): "enqueue(\(id ?? "-"), \(policy))"
    case .end(let generation): "end(\(generation))"
    case .cancel(let generation): "cancel(\(generation))"
    case .cancelID(let id): "cancel(id: \(id))"
    case .cancelAll: "cancelAll"
    }
  }
}

/// The policies' table as naive as it can be written, to check the ledger against.
///
/// It is one list, in the order of enqueueing, searched from its beginning for every question.
struct LedgerReference {
  struct Item: Equatable {
    let generation: UInt64
    let id: String?
    var hasStarted: Bool
  }

  private(set) var items: [Item] = []

  mutating func take(_ step: LedgerStep, generation: UInt64) {
    switch step {
    case .enqueue(let id, let policy): enqueue(id, policy, generation)
    case .end(let ended): items.removeAll { $0.generation == ended }
    case .cancel(let cancelled): items.removeAll { $0.generation == cancelled }
    case .cancelID(let id): items.removeAll { $0.id == id }
    case .cancelAll: items = []
    }
    startThoseWhoseTurnItIs()
  }

  private mutating func enqueue(_ id: String?, _ policy: EffectPolicy, _ generation: UInt64) {
    // Without an id nothing is shared, so there is nothing a policy could look at.
    let isAlone = id == nil || !items.contains { $0.id == id }
    if !isAlone, policy == .ignore { return }
    if !isAlone, policy == .replace { items.removeAll { $0.id == id } }
    items.append(Item(generation: generation, id: id, hasStarted: isAlone || policy != .queue))
  }

  private mutating func startThoseWhoseTurnItIs() {
    for place in items.indices where !items[place].hasStarted {
      let id = items[place].id
      items[place].hasStarted = !items[..<place].contains { $0.id == id }
    }
  }
}
