import Statoscope
import TestSupport
import Testing

/// Many effects of many scopes on several actors at once: none is lost, doubled or delivered after its end.
@Suite struct SoakTests {
  @Test
  func `each of 100,000 effects ends exactly once`() async throws {
    // Not all that are made are accepted: updates throw, policies drop effects, and removed scopes refuse them.
    let (hosts, effects) = (8, 28_500)
    let census = SoakCensus()
    try await withLoggedLines([.errors]) { lines in
      await withTaskGroup { group in
        for number in 0..<hosts {
          group.addTask { await SoakHost(number: number, census: census).run(effects: effects) }
        }
      }
      await census.allAreGone()
      #expect(census.violations == [])
      let counts = census.counts
      #expect(counts.made == hosts * effects)
      #expect(counts.accepted >= 100_000)
      #expect(counts.accepted == counts.completed + counts.failed + counts.cancelled)
      #expect(counts.made == counts.accepted + counts.neverAccepted)
      #expect(counts.liveScopes == 0)
      // Each error that nothing mapped was logged, and nothing else was.
      #expect(lines.entries.count == counts.unmapped)
      // Else the soak would prove little.
      let fewest = min(counts.completed, counts.failed, counts.cancelled, counts.neverAccepted)
      #expect(fewest > hosts * effects / 100)
    }
  }
}

/// An actor that does to its scopes whatever comes to its seeded mind.
private actor SoakHost {
  private let census: SoakCensus
  private let firstNumber: Int
  private var random: SplitMix64
  private var roots: [SoakScope] = []
  /// Scopes that were children once, or still are.
  private var kept: [SoakScope] = []
  private var gates: [Gate<Void>] = (0..<4).map { _ in Gate() }
  private var made = 0

  init(number: Int, census: SoakCensus) {
    self.census = census
    firstNumber = number * 1_000_000
    random = SplitMix64(seed: UInt64(number))
  }

  func run(effects: Int) async {
    roots = (0..<5).map { _ in SoakScope(census: census, home: self) }
    while made < effects {
      let place = Int.random(in: 0..<gates.count, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<6: releaseRoot()
      case 6..<9: if !kept.isEmpty { kept.removeFirst() }
      case 9..<12:
        let gate = gates[place]
        gates[place] = Gate()
        await gate.open(())
      default: sendSomething(upTo: effects)
      }
      if Int.random(in: 0..<4, using: &random) == 0 { await Task.yield() }
    }
    kept = []
    while !roots.isEmpty { checkedRelease { roots.removeLast() } }
    for gate in gates { await gate.open(()) }
  }

  private func releaseRoot() {
    let place = Int.random(in: 0..<roots.count, using: &random)
    let newRoot = SoakScope(census: census, home: self)
    checkedRelease {
      let old = roots[place]
      roots[place] = newRoot
      return old
    }
  }

  /// Releases a root, and checks that nothing else had kept it.
  private func checkedRelease(_ detach: () -> SoakScope) {
    weak var released: SoakScope?
    for root in roots { root.reconcileSubtree() }
    do { released = detach() }
    for scope in kept { scope.reconcileSubtree() }
    if released != nil { census.note("a root was not released") }
  }

  private func sendSomething(upTo limit: Int) {
    let scope = anyScope()
    // However slowly the effects get their turns, no list may grow without bounds.
    guard scope.knownCount < 24 else {
      scope.send(.cancelAll)
      scope.reconcile()
      return
    }
    switch Int.random(in: 0..<100, using: &random) {
    // A scope that was removed from its tree refuses them.
    case 0..<66: _ = try? scope.trySend(.enqueue(orders(upTo: limit)))
    case 66..<72: _ = try? scope.trySend(.enqueueAndThrow(orders(upTo: limit)))
    case 72..<80: scope.send(.cancelID(anyID() ?? "none"))
    case 80..<85: scope.send(.cancelEveryThird)
    case 85..<88: scope.send(.cancelAll)
    case 88..<92: scope.send(.renewLeft)
    case 92..<96: scope.send(.renewRight)
    default: scope.send(.removeChildren)
    }
    scope.reconcile()
  }

  /// A root or a kept scope or one somewhere below, and sometimes it is kept from now on.
  private func anyScope() -> SoakScope {
    var scope = (roots + kept)[Int.random(in: 0..<roots.count + kept.count, using: &random)]
    while Int.random(in: 0..<3, using: &random) > 0 {
      guard let child = Bool.random(using: &random) ? scope.left : scope.right else { break }
      scope = child
      if kept.count < 5, !kept.contains(where: { $0 === child }) { kept.append(child) }
    }
    return scope
  }

  private func anyID() -> String? { ["a", "b", "c", nil].randomElement(using: &random) ?? nil }

  private func orders(upTo limit: Int) -> [SoakOrder] {
    (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in order(upTo: limit) }
  }

  private func order(upTo limit: Int) -> SoakOrder? {
    guard made < limit else { return nil }
    made += 1
    let number = firstNumber + made
    let runsElsewhere = Int.random(in: 0..<5, using: &random) == 0
    let work: SoakWork =
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<4: .nothing
      case 4..<7: .yields(Int.random(in: 1...4, using: &random))
      case 7..<9: .waits(gates[Int.random(in: 0..<gates.count, using: &random)])
      default: .waitsUntilCancelled
      }
    let next = Int.random(in: 0..<6, using: &random) == 0 ? order(upTo: limit) : nil
    return SoakOrder(
      record: SoakRecord(number: number, endsElsewhere: runsElsewhere, census: census),
      work: work,
      fails: Int.random(in: 0..<5, using: &random) == 0,
      isMapped: Bool.random(using: &random),
      runsElsewhere: runsElsewhere,
      id: anyID(),
      policy: EffectPolicy.allCases.randomElement(using: &random) ?? .all,
      next: next.map { [$0] } ?? []
    )
  }
}
