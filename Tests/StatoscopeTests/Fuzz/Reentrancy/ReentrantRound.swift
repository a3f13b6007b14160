import Statoscope
import TestSupport

/// One world from its first scope to its last.
struct ReentrantRound: Sendable {
  let seed: UInt64
  let number: Int
  var isTraced = false

  private static let steps = 30

  /// - Returns: the rules that were violated, and the points where code of the app has run.
  func run(observedBy observer: HangObserver) async -> (violations: [String], visits: [ReentrantPoint: Int]) {
    let home = ReentrantHome()
    let report = FuzzReport("reentrancy", seed: seed, round: number, isTraced: isTraced)
    let visits = await live(report, observer, isolation: home)
    // A violated rule may be the reason why they are not.
    if report.violations.isEmpty { await report.ordersAreReleased() }
    return (report.violations, visits)
  }

  private func live(
    _ report: FuzzReport,
    _ observer: HangObserver,
    isolation: isolated ReentrantHome
  ) async -> [ReentrantPoint: Int] {
    var random = SplitMix64(seed: seed)
    // Not the sum alone: rounds would share their numbers.
    random = SplitMix64(seed: random.next() ^ UInt64(number))
    let world = ReentrantWorld(seed: random.next(), report: report)
    StatoscopeLogger.logLevel = world.levels
    isolation.executor.resident.world = world
    for step in 0..<Self.steps where report.violations.isEmpty {
      // Removed trees start no effects, and most worlds would end with nothing else.
      if world.chance(1, in: 3), !world.knownOrders.contains(where: \.isWaiting) {
        world.grow(isolation: isolation)
        await world.settle(observer, isolation: isolation)
        world.check()
      }
      observer.stepBegins()
      report.trace("step \(step)")
      world.takeOutermostStep(isolation: isolation)
      await world.settle(observer, isolation: isolation)
      world.check()
      if report.violations.isEmpty, world.chance(1, in: 2) {
        world.commandAnyEffect()
        await world.settle(observer, isolation: isolation)
        world.check()
      }
    }
    observer.stepBegins()
    if report.violations.isEmpty {
      world.permit(12)
      world.clear()
      await world.settle(observer, isolation: isolation)
      world.checkEnd()
    }
    isolation.executor.resident.world = nil
    return world.visits
  }
}

extension ReentrantWorld {
  /// Lets an effect that waits continue, end or fail.
  func commandAnyEffect() {
    let waiting = knownOrders.filter(\.isWaiting)
    guard !waiting.isEmpty else { return }
    permit([0, 2, 8][pick(3)])
    let order = waiting[pick(waiting.count)]
    let command: ReentrantOrder.Command = [.finish, .element, .fail][pick(3)]
    report.trace("effect \(order.number): \(command)")
    order.command(command)
  }

  /// Waits until each effect waits or has ended, and ends what pending effects may do.
  func settle(_ observer: HangObserver, isolation: isolated (any Actor)) async {
    while report.violations.isEmpty, let reason = unsettled {
      observer.waits(for: reason)
      guard await report.effectsChanged.wait() else { return report.violation("effects never ended") }
    }
    permit(0)
    // A stream asks for its next element on a thread of the pool, and has its handler of a cancellation only then.
    if knownOrders.contains(where: { $0.kind == .stream && $0.isWaiting }) { await Task.detached {}.value }
  }

  /// The effects that neither wait nor have ended, as a text; nil if there are none.
  private var unsettled: String? {
    checkRemovedTrees()
    let busy = knownOrders.filter(\.isBusy).map(\.number)
    let waiting = knownOrders.filter(\.isWaiting).map(\.number)
    let started = isEnqueueOnly ? [] : startedEffects
    guard !busy.isEmpty || Set(waiting) != Set(started) else { return nil }
    return "effects \(busy) run, \(waiting) wait, and \(started) are listed"
  }

  /// Releases all scopes and tokens.
  func clear() {
    // One at a time: what runs meanwhile finds a world in order, and may keep others.
    while !kept.isEmpty {
      let released = kept.removeLast()
      withExtendedLifetime(released) {}
    }
    permit(0)
    while !kept.isEmpty { kept.removeLast() }
    let released = (tokens, overrides, subscriptions)
    (tokens, overrides, subscriptions) = ([], [], [])
    withExtendedLifetime(released) {}
  }
}
