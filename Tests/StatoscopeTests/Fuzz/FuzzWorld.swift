import Statoscope
import TestSupport

/// The scopes of one round with their model; whatever can be drawn by chance is drawn here.
///
/// It lives where its scopes live. ``FuzzNode`` learns of each change before the library is asked for it, since the
/// library may call back while it makes the change.
final class FuzzWorld {
  let report: FuzzReport
  /// Whether each operation waits for the effects that it lets end: then a round is the same at each run.
  let isLockstep: Bool
  /// Whether effects are listed and never start, as in a test plan.
  let isEnqueueOnly: Bool
  /// The numbers of events that effects end in.
  let deliveries = FuzzNumbers()

  var random: SplitMix64
  var place = FuzzPlace.nowhere
  /// Whether the actor of the place is being deinitialized.
  var isPlaceEnding = false

  /// What keeps scopes besides their parents.
  var kept: [FuzzScope] = []
  var subscriptions: [ScopeSubscription] = []
  var overrides: [(token: InjectionOverride, end: () -> Void)] = []
  var changes: [any AsyncSequence<Int, Never>] = []
  var followers: [Task<Void, Never>] = []
  var middlewareCount = 0

  /// The scopes that exist, oldest first.
  private(set) var nodes: [FuzzNode] = []
  private var lastNumber = 0
  private var lastOrder: UInt64 = 0

  private(set) var gates = (0..<4).map { FuzzGate(number: $0) }
  private var lastGate = 3
  private var openGates: Set<Int> = []

  /// How many more steps events may take, so that they come to an end.
  var fuel = 0
  /// How many sends are inside each other.
  var nesting = 0
  /// The numbers of events that have reached their scopes, and of those with an effect that was refused.
  var arrived: Set<Int> = []
  var refused: Set<Int> = []

  /// How many scopes were deinitialized, and how many are just now.
  private(set) var deinits = 0
  private(set) var openDeinits = 0
  /// Scopes whose owner has been released since the world was entered.
  var orphans: [FuzzNode] = []

  private let occupancy = FuzzOccupancy()
  private let settled = FuzzSignal()

  init(seed: UInt64, report: FuzzReport) {
    self.report = report
    random = SplitMix64(seed: seed)
    isLockstep = Bool.random(using: &random)
    isEnqueueOnly = Int.random(in: 0..<8, using: &random) == 0
  }

  // MARK: Chance

  func chance(_ one: Int, in all: Int) -> Bool { Int.random(in: 0..<all, using: &random) < one }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func newNode() -> FuzzNode {
    let node = FuzzNode(number: nextNumber())
    nodes.append(node)
    return node
  }

  /// A scope that exists and is not being deinitialized.
  func anyScope() -> FuzzScope? {
    let known = nodes.filter { !$0.isEnding }
    return known.randomElement(using: &random)?.scope
  }

  func newOrder(in node: FuzzNode) -> FuzzOrder {
    lastOrder += 1
    return FuzzOrder(number: lastOrder, tag: node.tag, gates: gates, report: report, random: &random)
  }

  /// Takes a gate out of use, which the caller opens.
  func takeGate() -> FuzzGate {
    let place = Int.random(in: 0..<gates.count, using: &random)
    defer {
      lastGate += 1
      gates[place] = FuzzGate(number: lastGate)
    }
    openGates.insert(gates[place].number)
    return gates[place]
  }

  func takeAllGates() -> [FuzzGate] {
    for gate in gates { openGates.insert(gate.number) }
    return gates
  }

  // MARK: Presence

  /// Notes that code runs in the world.
  func enter() {
    let (isAlone, depth) = occupancy.enter()
    if !isAlone { report.violation("two threads are in the world at \(place.name)") }
    if depth == 1, place.isCurrent() == false { report.violation("code runs off its home, \(place.name)") }
    noteDepartures()
  }

  /// Notes that nothing else runs in the world, and checks that no event waits.
  func begin() {
    orphans = []
    noteDepartures()
    for node in nodes {
      node.isClosing = false
      if !node.queued.isEmpty { report.violation("events \(node.queued) of scope \(node.number) were lost") }
    }
  }

  func leave() {
    if occupancy.leave() == 0, isSettled || !report.violations.isEmpty { settled.raise() }
  }

  /// Whether all effects that can end have ended.
  private var isSettled: Bool { unsettled.isEmpty }

  /// The effects that can end and have not.
  private var unsettled: [UInt64] {
    guard !isEnqueueOnly else { return [] }
    // What has departed leaves when the event has ended, and tells nobody.
    return nodes.filter { $0.root.origin == nil }.flatMap { node in
      node.ledger.items.filter(\.hasStarted).map(\.generation).filter { number in
        switch node.orders[number]?.work {
        case .nothing, .yields: true
        case .waits(let gate, _): openGates.contains(gate)
        case .waitsUntilCancelled, nil: false
        }
      }
    }
  }

  func settle(isolation: isolated (any Actor)? = #isolation) async {
    noteDepartures()
    while !isSettled, report.violations.isEmpty {
      report.trace("waits for \(unsettled)")
      guard await settled.wait() else { return report.violation("effects never ended at \(place.name)") }
    }
  }

  // MARK: Ends

  /// The last that a scope does, from its `deinit`.
  func release(_ scope: FuzzScope) {
    enter()
    defer { leave() }
    let node = scope.node
    if node.parent != nil { report.violation("scope \(node.number) was released though its parent exists") }
    node.isEnding = true
    deinits += 1
    openDeinits += 1
    defer { openDeinits -= 1 }
    report.trace("scope \(node.number) is deinitialized")
    if chance(1, in: 2) { for _ in 0..<2 { takeStep(.deinitializing(scope), isolation: nil) } }
    orphans += node.children
    for child in node.children {
      node.lose(child)
      child.leave()
    }
    node.take([.cancelAll])
    nodes.removeAll { $0 === node }
  }

  /// Releases all that keeps scopes.
  func clear() {
    enter()
    fuel = 20
    subscriptions = []
    while let ended = overrides.popLast() { ended.end() }
    changes = []
    // One at a time: a deinit may keep others, and finds a world in order.
    while let scope = kept.popLast() { withExtendedLifetime(scope) {} }
    leave()
  }
}
