/// What was answered, and when.
struct AnswerChecks {
  let journal: Journal
  /// True where faults come at random, and a node that starts again may find no database.
  let isRandom: Bool

  /// Two nodes to connect to, and the second in which the balancer leaves a node alone; or until all that died is back.
  private var balancerNotices: Duration { .seconds(isRandom ? 20 : 3) }
  /// For the balancer to find a node that lives.
  ///
  /// A node that stands still is found by no time limit but the answer's.
  private static let stillLimit = Duration.seconds(3)

  var all: [Check] { [onlyWhatIsAllowed, inTime, withoutStore, recovery] }

  private var onlyWhatIsAllowed: Check {
    let answers = journal.answers
    var violations = journal.wrong
    for answer in answers where answer.outcome == .balancer || answer.outcome == .lost {
      let isExcused = isDuring(answer) { answer.outcome == .balancer ? $0.takesNode : $0.takesBalancer }
      if !isExcused {
        violations.append(
          "\(answer.kind) at \(answer.begin): \(answer.outcome) \(answer.status), with no fault to cause it"
        )
      }
    }
    for answer in answers where answer.outcome == .away && journal.phases[0].contains(answer.begin) {
      violations.append("\(answer.kind) at \(answer.begin): 503 before any fault")
    }
    let counts = Answer.Outcome.allCases.map { outcome in
      "\(answers.count { $0.outcome == outcome }) \(outcome)"
    }
    return Check("answers are success, a known refusal, or 503", counts.joined(separator: ", "), violations)
  }

  private var inTime: Check {
    let answers = journal.answers
    let late = answers.filter { $0.time > Client.limit }
    let longest = answers.map(\.time).max() ?? .zero
    return Check(
      "no request takes longer than \(Client.limit)",
      "\(answers.count) requests, the longest took \(longest.seconds) s",
      late.map { "\($0.kind) at \($0.begin) took \($0.time)" }
    )
  }

  private var withoutStore: Check {
    let still = journal.answers.filter { $0.kind == .still }
    let late = still.filter { answer in
      answer.outcome == .away
        || answer.time > AnswerChecks.stillLimit && !isDuring(answer) { $0.takesNode || $0.takesBalancer }
    }
    return Check(
      "what needs no store is answered as usual",
      "\(still.count) requests, the longest took \((still.map(\.time).max() ?? .zero).seconds) s",
      late.map { "\($0.outcome) \($0.status) at \($0.begin) took \($0.time)" }
    )
  }

  /// The shop answers with success again after the last fault, before the walk ends.
  private var recovery: Check {
    let answers = journal.answers.filter { $0.kind != .still }.sorted { $0.end < $1.end }
    let last = answers.suffix(20)
    return Check(
      "the shop recovers by itself",
      "the last \(last.count) answers are success or a known refusal",
      last.filter { $0.outcome != .done && $0.outcome != .refused }.map { "\($0.outcome) at \($0.begin)" }
    )
  }

  /// True when a request was in progress during a fault of some kind, or before the balancer knew that it was over.
  private func isDuring(_ answer: Answer, _ isOfKind: (Fault) -> Bool) -> Bool {
    journal.phases.contains { phase in
      guard let fault = phase.fault, isOfKind(fault) else { return false }
      let end = (phase.done ?? phase.begin) + balancerNotices
      return answer.begin <= end && answer.end >= phase.begin
    }
  }
}
