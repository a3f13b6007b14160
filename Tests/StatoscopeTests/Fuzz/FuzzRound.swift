import Statoscope
import TestSupport

/// One world from its first scope to its last, at one place after the other.
struct FuzzRound: Sendable {
  let seed: UInt64
  let number: Int
  var isTraced = false

  private static let operations = 25

  /// - Returns: what went wrong, with what is needed to see it again.
  func run() async -> [String] {
    let report = FuzzReport("fuzz \(number)", seed: seed, round: number, isTraced: isTraced)
    var random = SplitMix64(seed: seed)
    // Not the sum alone: rounds would share their numbers.
    random = SplitMix64(seed: random.next() ^ UInt64(number))
    let world = FuzzHold(world: FuzzWorld(seed: random.next(), report: report))
    var places = (0...Int.random(in: 0...2, using: &random)).map { _ in Self.anyPlace(&random) }
    if Int.random(in: 0..<6, using: &random) == 0 { places.insert(.nowhere, at: 0) }
    for place in places { await world.stay(at: place, Self.operations, isolation: place.actor) }
    let (gates, followers) = await world.end(isolation: places.last?.actor)
    if report.liveScopes != 0 { report.violation("\(report.liveScopes) scopes were not released") }
    for gate in gates { await gate.gate.open(()) }
    await report.ordersAreReleased()
    for follower in followers { await follower.value }
    report.trace("is over")
    return report.violations
  }

  private static func anyPlace(_ random: inout SplitMix64) -> FuzzPlace {
    switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: .queue()
    case 4..<7: .pool()
    default: .main
    }
  }
}

/// A world on its way between places.
///
/// Unchecked and sound: a round uses it at one place at a time, and leaves a place only when every effect that could
/// come back there has ended or was cancelled. That is what is tested.
private struct FuzzHold: @unchecked Sendable {
  let world: FuzzWorld

  /// Does things at random, on the actor of a place.
  func stay(at place: FuzzPlace, _ operations: Int, isolation: isolated (any Actor)?) async {
    world.place = place
    world.report.trace("at \(place.name)")
    // The first event of each tree names the new actor.
    world.inside {
      for node in world.nodes where node.parent == nil { world.arrive(at: node, isolation: isolation) }
    }
    if world.kept.isEmpty { world.inside { world.newRoot() } }
    for _ in 0..<operations where world.report.violations.isEmpty {
      if world.chance(1, in: 10) {
        let gate = world.takeGate()
        world.report.trace("gate \(gate.number) opens")
        await open(gate)
      } else {
        world.inside {
          world.fuel = 25
          if world.kept.isEmpty || world.nodes.isEmpty || world.chance(1, in: 12) { world.newRoot() }
          world.takeStep(.outside, isolation: isolation)
          world.checkAll()
        }
      }
      if world.isLockstep { await world.settle() } else if world.chance(1, in: 3) { await Task.yield() }
    }
    await world.settle()
    world.inside { world.checkAll() }
  }

  private func open(_ gate: FuzzGate) async {
    // In lockstep, the world goes on when all that waited has ended; else meanwhile.
    if world.isLockstep { await gate.gate.open(()) } else { Task.detached { await gate.gate.open(()) } }
  }

  /// Releases all scopes.
  func end(isolation: isolated (any Actor)?) -> ([FuzzGate], [Task<Void, Never>]) {
    world.clear()
    return (world.takeAllGates(), world.followers)
  }
}

extension FuzzWorld {
  fileprivate func inside(_ body: () -> Void) {
    enter()
    defer { leave() }
    begin()
    body()
  }

  fileprivate func arrive(at node: FuzzNode, isolation: isolated (any Actor)?) {
    guard let scope = node.scope else { return }
    // Only names the actor: a scope that leaves its tree here would keep the former home.
    fuel = 0
    post(to: scope, isolation: isolation)
  }
}
