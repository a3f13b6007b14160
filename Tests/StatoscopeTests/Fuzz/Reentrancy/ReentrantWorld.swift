import Statoscope
import TestSupport

/// The scopes of one round; whatever is random is chosen here.
///
/// It lives where its scopes live. It has no model of the tree: it asks the library what is legal, and what holds.
final class ReentrantWorld: CustomReflectable {
  let report: FuzzReport
  var random: SplitMix64
  /// Indicates whether effects are listed and never start, as in a test plan.
  let isEnqueueOnly: Bool
  let storage: StateStorage
  /// The levels that are logged.
  let levels: Set<LogLevel>

  // MARK: What retains scopes and tokens

  var kept: [ReentrantScope] = []
  /// What ends when it is released.
  var tokens: [Any] = []
  var subscriptions: [ReentrantSubscription] = []
  var overrides: [InjectionOverride] = []

  // MARK: What is known

  /// The scopes that exist, oldest first.
  private(set) var nodes: [ReentrantNode] = []
  private var orders: [ReentrantOrderReference] = []
  private var lastNumber = 0
  /// The events that were sent and have reached neither a middleware nor their update.
  var sent: Set<Int> = []
  /// The middlewares, updates and subscribers that a probe has reached; nil while there is none.
  var probed: [Int]?

  // MARK: What runs

  /// The operations that may still be performed inside the present step.
  private(set) var budget = 0
  /// The points of code of the app that are in progress.
  private(set) var depth = 0
  /// Indicates whether a check runs, in which nothing is to happen.
  private(set) var isQuiet = false
  /// Indicates whether the first tree is made, in which no code of the app performs an operation.
  var isGrowing = false
  /// The owners of the dictionaries that are being changed in place, which must not be read.
  var changing: [ReentrantNode] = []
  /// The points where code of the app has run, and how often.
  private(set) var visits: [ReentrantPoint: Int] = [:]

  private static let deepest = 5

  init(seed: UInt64, report: FuzzReport) {
    self.report = report
    random = SplitMix64(seed: seed)
    levels =
      [[.errors], [.errors], [.errors, .injection, .effects], [.errors]][
        Int.random(in: 0..<4, using: &random)
      ]
    isEnqueueOnly = Int.random(in: 0..<10, using: &random) == 0
    storage = .custom(ReentrantBackend())
  }

  var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }

  // MARK: Chance

  func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

  func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Scopes

  func newNode() -> ReentrantNode {
    let node = ReentrantNode(number: nextNumber())
    nodes.append(node)
    return node
  }

  /// A scope that exists and is not being deinitialized.
  func anyScope() -> ReentrantScope? {
    let known = nodes
    guard !known.isEmpty else { return nil }
    let start = pick(known.count)
    for offset in known.indices {
      if let scope = known[(start + offset) % known.count].scope { return scope }
    }
    return nil
  }

  /// Makes a scope that is a tree of its own.
  ///
  /// Quietly: nothing may put it, or its initial child, anywhere before the caller does.
  func newScope() -> ReentrantScope {
    let kind = pick(7)
    return quietly {
      let scope: ReentrantScope
      switch kind {
      case 0: scope = ReentrantOwner(world: self)
      case 1: scope = ReentrantMirror(world: self)
      case 2: scope = ReentrantGuard(world: self)
      case 3: scope = ReentrantStoring(world: self)
      default: scope = ReentrantScope(world: self)
      }
      if isEnqueueOnly { scope.injectObject(EffectsExecution.enqueueOnly) }
      return scope
    }
  }

  /// The last that a scope does, from its `deinit`.
  func release(_ scope: ReentrantScope) {
    let node = scope.node
    report.trace("scope \(node.number) is deinitialized")
    if node.updates > 0 { report.violation("scope \(node.number) was released during its update") }
    appRuns(at: .scopeDeinit, in: scope)
    nodes.removeAll { $0 === node }
  }

  // MARK: Effects

  func newOrder(of scope: ReentrantScope) -> ReentrantOrder {
    let kind = ReentrantOrder.Kind.allCases[pick(3)]
    let order = ReentrantOrder(number: nextNumber(), kind: kind, owner: scope.node.number, report: report)
    orders.removeAll { $0.order == nil }
    orders.append(ReentrantOrderReference(order: order))
    return order
  }

  /// The effects that exist, oldest first.
  var knownOrders: [ReentrantOrder] { orders.compactMap(\.order) }

  // MARK: Code of the app

  /// Performs at most one operation at a point where code of the app runs.
  ///
  /// - Parameter scope: the scope that the code belongs to, if there is one.
  func appRuns(at point: ReentrantPoint, in scope: ReentrantScope? = nil) {
    guard !isQuiet, !isGrowing, budget > 0, depth < Self.deepest, chance(2, in: 3) else { return }
    // The log of an event reads the state, and a dictionary cannot be read while it changes in place.
    guard changing.isEmpty || !levels.contains(.state) else { return }
    budget -= 1
    depth += 1
    visits[point, default: 0] += 1
    report.trace(
      "\(String(repeating: "  ", count: depth))at \(point.rawValue)\(scope.map { " of \($0.node.number)" } ?? "")"
    )
    // Whatever code of the app can see is consistent, not only what is left in the end.
    if chance(1, in: 6) { checkInside() }
    takeStep(in: scope, isolation: nil)
    depth -= 1
  }

  /// Performs an operation of its own, with a budget for those inside it.
  func takeOutermostStep(isolation: isolated (any Actor)?) {
    // Small steps find what large ones would hide: these leave little in flight.
    budget = [0, 1, 2, 5, 16][pick(5)]
    takeStep(in: nil, isolation: isolation)
  }

  /// Permits some operations in what the pending effects are about to do, or none.
  func permit(_ operations: Int) { budget = operations }

  /// Runs a check, in which no code of the app performs an operation.
  func quietly<Result>(_ body: () -> Result) -> Result {
    let former = isQuiet
    isQuiet = true
    defer { isQuiet = former }
    return body()
  }
}

private struct ReentrantOrderReference {
  weak var order: ReentrantOrder?
}

/// A subscription that a world has, for as long as it is in its list.
struct ReentrantSubscription {
  let number: Int
  let node: ReentrantNode
  /// Indicates whether it is to the events of descendants.
  let isOfSubtree: Bool
  let token: ScopeSubscription
}
