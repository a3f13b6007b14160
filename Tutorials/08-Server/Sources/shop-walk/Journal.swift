import ShopClient
import Synchronization

/// What became of one request.
struct Answer: Sendable {
  enum Kind: String, Sendable {
    case page, add, checkout, pay, close
    /// A request that does not need the store.
    case still
  }

  enum Outcome: String, Sendable, CaseIterable {
    case done
    /// 409, with a reason that a visitor understands.
    case refused
    /// 503 with a reason and Retry-After.
    case away
    /// 502 or 504: the balancer has no answer of a node.
    case balancer
    /// The connection ended without an answer, or there was none.
    case lost
    /// None of these.
    case wrong
  }

  let kind: Kind
  let outcome: Outcome
  let status: Int
  /// The session's number; nil for none.
  let session: Int?
  let begin: Duration
  let time: Duration

  var end: Duration { begin + time }
}

extension Answer.Outcome {
  init(_ answer: HTTPAnswer) {
    switch answer.status {
    case 200, 204, 303: self = .done
    case 409 where answer.body.contains("error"): self = .refused
    case 503 where answer.header("Retry-After") != nil && answer.body.contains("error"): self = .away
    case 502, 504: self = .balancer
    default: self = .wrong
    }
  }
}

/// Everything that the walk saw, with its time since the beginning.
final class Journal: Sendable {
  /// The time from a fault on, up to the next one.
  struct Phase: Sendable {
    let name: String
    let fault: Fault?
    let begin: Duration
    /// When the script had done it.
    var done: Duration?
    var end: Duration?

    func contains(_ time: Duration) -> Bool { time >= begin && end.map { time < $0 } ?? true }
  }

  private struct State {
    var answers: [Answer] = []
    var phases = [Phase(name: "calm", fault: nil, begin: .zero)]
    /// Examples of answers that should not be.
    var wrong: [String] = []
  }

  private let state = Mutex(State())
  private let start = ContinuousClock.now

  var now: Duration { start.duration(to: .now) }
  var answers: [Answer] { state.withLock { $0.answers } }
  var phases: [Phase] { state.withLock { $0.phases } }
  var wrong: [String] { state.withLock { $0.wrong } }

  func record(_ answer: Answer, _ text: @autoclosure () -> String) {
    let example = answer.outcome == .wrong ? text() : nil
    state.withLock { state in
      state.answers.append(answer)
      if let example, state.wrong.count < 10 { state.wrong.append(example) }
    }
  }

  /// Begins the phase of a fault.
  func begin(_ fault: Fault) {
    let now = now
    state.withLock { state in
      state.phases[state.phases.count - 1].end = now
      state.phases.append(Phase(name: fault.command, fault: fault, begin: now))
    }
  }

  /// The script has done the newest fault.
  func finishFault() {
    let now = now
    state.withLock { $0.phases[$0.phases.count - 1].done = now }
  }
}
