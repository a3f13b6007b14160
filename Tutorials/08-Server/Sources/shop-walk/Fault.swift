/// Something that is done to a host while visitors buy; `hosts` has the means.
enum Fault: Sendable, Equatable {
  case killNode(Int)
  case failOver
  case cutNode(Int)
  case restartAll
  case killBalancer
  case killStandby
  case killAll

  /// The line that asks for it.
  var command: String {
    switch self {
    case .killNode(let number): "kill-node \(number)"
    case .failOver: "fail-over"
    case .cutNode(let number): "cut-node \(number)"
    case .restartAll: "restart-all"
    case .killBalancer: "kill-balancer"
    case .killStandby: "kill-standby"
    case .killAll: "kill-all"
    }
  }

  /// True when a request may be lost in a node that dies, so that the balancer answers 502 or 504.
  var takesNode: Bool {
    switch self {
    case .killNode, .cutNode, .restartAll, .killAll: true
    case .failOver, .killBalancer, .killStandby: false
    }
  }

  /// True when connections to the balancer end.
  var takesBalancer: Bool { [.restartAll, .killBalancer, .killAll].contains(self) }
}

/// Faults, with the pause before each: since the beginning or since the former one was done.
struct Schedule: Sendable {
  let steps: [(pause: Duration, fault: Fault)]

  /// Each kind once, spread over some time.
  static func once(in time: Duration) -> Schedule {
    Schedule(steps: [
      (time * 0.12, .killNode(1)), (time * 0.18, .failOver), (time * 0.18, .cutNode(2)),
      (time * 0.1, .restartAll),
    ])
  }

  /// As many as a seed chooses for some time; always the same ones for the same seed.
  static func random(seed: UInt64, in time: Duration) -> Schedule {
    let faults: [Fault] = [
      .killNode(1), .killNode(2), .killNode(1), .killNode(2), .failOver, .failOver, .killStandby,
      .killBalancer,
      .cutNode(1), .cutNode(2), .killAll,
    ]
    var generator = SplitMix(state: seed)
    var steps: [(Duration, Fault)] = []
    var sum = Duration.zero
    while sum < time {
      let pause = Duration.milliseconds(Int.random(in: 500...8_000, using: &generator))
      steps.append((pause, faults[Int.random(in: 0..<faults.count, using: &generator)]))
      sum += pause
    }
    return Schedule(steps: steps)
  }
}

/// Random numbers that a seed repeats: SplitMix64.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
