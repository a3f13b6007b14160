import Statoscope
import TestSupport

/// Everything random about one effect, and what became of it.
///
/// Its run reports on any thread, its world decides its fate; when the last copy of the effect is released, both
/// must agree.
final class FuzzOrder: Sendable {
  /// How an effect spends its time.
  enum Work: Sendable {
    case nothing
    case yields(Int)
    /// Waits for the gate with a number, whether or not it is cancelled meanwhile.
    case waits(Int, Gate<Void>)
    case waitsUntilCancelled
  }

  enum Fate: Sendable { case completed, failed, cancelled }

  private struct State: Sendable {
    var begins = 0
    var ends = 0
    var isAccepted = false
    var fate: Fate?
    /// Elements of a stream that were requested, and those whose events have run.
    var requested = 0
    var received = 0
  }

  let number: UInt64
  let id: String?
  let policy: EffectPolicy
  let work: Work
  let fails: Bool
  let isMapped: Bool
  let runsElsewhere: Bool
  /// The number of elements, for a stream.
  let elements: Int?
  /// The value that is injected where the effect is enqueued.
  let tag: Int
  private let report: FuzzReport
  private let state = Locked(State())

  init(number: UInt64, tag: Int, gates: [FuzzGate], report: FuzzReport, random: inout SplitMix64) {
    self.number = number
    self.tag = tag
    self.report = report
    id = ["a", "b", nil].randomElement(using: &random) ?? nil
    policy = EffectPolicy.allCases.randomElement(using: &random) ?? .all
    let gate = gates[Int.random(in: 0..<gates.count, using: &random)]
    work =
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: .nothing
      case 3..<5: .yields(Int.random(in: 1...3, using: &random))
      case 5..<9: .waits(gate.number, gate.gate)
      default: .waitsUntilCancelled
      }
    fails = Int.random(in: 0..<5, using: &random) == 0
    isMapped = Bool.random(using: &random)
    runsElsewhere = Int.random(in: 0..<3, using: &random) == 0
    elements = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 0...3, using: &random) : nil
    report.orderIsMade()
  }

  deinit {
    let state = state.withLock { $0 }
    if let violation = violation(of: state) { report.violation("effect \(number) \(violation): \(state)") }
    report.orderIsReleased()
  }

  private func violation(of state: State) -> String? {
    if state.begins > 1 { return "ran twice" }
    if state.begins != state.ends { return "was released while it ran" }
    if !state.isAccepted { return state.begins > 0 ? "ran and was refused" : nil }
    switch state.fate {
    case nil: return "neither completed, nor failed, nor was cancelled"
    case .completed, .failed: return state.begins == 0 ? "ended and never ran" : nil
    case .cancelled: return nil
    }
  }

  // MARK: Its run

  func begins() { state.withLock { $0.begins += 1 } }

  func ends() { state.withLock { $0.ends += 1 } }

  func findsTag(_ found: Int) {
    if found != tag { report.violation("effect \(number) was enqueued with \(tag) and found \(found)") }
  }

  /// Requests the next element of a stream.
  func request() {
    let isEarly = state.withLock { state in
      defer { state.requested += 1 }
      return state.requested != state.received
    }
    if isEarly { report.violation("stream \(number) was asked for an element before the last one's event") }
  }

  // MARK: Its world

  func isAccepted() { state.withLock { $0.isAccepted = true } }

  func receives(_ element: Int) {
    let expected = state.withLock { state in
      defer { state.received += 1 }
      return state.received
    }
    if element != expected { report.violation("stream \(number) gave \(element) in place of \(expected)") }
  }

  func decide(_ fate: Fate) {
    let former = state.withLock { state -> Fate? in
      defer { state.fate = state.fate ?? fate }
      return state.fate
    }
    if let former { report.violation("effect \(number) was \(fate) after it was \(former)") }
  }
}

/// A gate with the number that a world knows it by.
struct FuzzGate: Sendable {
  let number: Int
  let gate = Gate<Void>()
}

/// What a random effect fails with, and a random update or middleware throws.
struct FuzzFailure: Error, CustomStringConvertible {
  /// The effect that failed.
  var order: FuzzOrder?

  var description: String { "failure" }
}

/// A value that scopes and effects look up.
struct FuzzTag: Injectable, Sendable, Hashable {
  var value: Int
  static let defaultValue = FuzzTag(value: -1)
}
