import Foundation

/// A table of what visitors noticed of each fault.
struct Report {
  private let journal: Journal
  private let shoppers: [Shopper]

  init(_ journal: Journal, _ shoppers: [Shopper]) {
    (self.journal, self.shoppers) = (journal, shoppers)
  }

  var table: String {
    """

    | from | requests | done | refused | 503 | 502, 504 | lost | longest, s | without store, s | first order after, s | longest without one, s | last session back, s |
    |---|---|---|---|---|---|---|---|---|---|---|---|
    \(journal.phases.map(row).joined(separator: "\n"))

    """
  }

  private func row(_ phase: Journal.Phase) -> String {
    let answers = journal.answers.filter { phase.contains($0.begin) }
    func count(_ outcome: Answer.Outcome) -> String { "\(answers.count { $0.outcome == outcome })" }
    func longest(_ isStill: Bool) -> String {
      text(answers.filter { ($0.kind == .still) == isStill }.map(\.time).max())
    }
    let columns =
      ["\(text(phase.begin)) \(phase.name)", "\(answers.count)"]
      + [count(.done), count(.refused), count(.away), count(.balancer), count(.lost)]
      + [
        longest(false), longest(true), text(firstOrder(phase)), text(longestGap(phase)),
        text(lastBack(phase, answers)),
      ]
    return "| \(columns.joined(separator: " | ")) |"
  }

  /// The time until the first order that was paid for after the fault.
  private func firstOrder(_ phase: Journal.Phase) -> Duration? {
    shoppers.flatMap { $0.seen.all.orders.values }.filter { $0.paid >= phase.begin }.map(\.shown).min()
      .map { $0 - phase.begin }
  }

  /// The longest time in which no session was shown a new order.
  private func longestGap(_ phase: Journal.Phase) -> Duration? {
    let times = shoppers.flatMap { $0.seen.all.orders.values.map(\.shown) }.filter(phase.contains).sorted()
    return zip([phase.begin] + times, times).map { $1 - $0 }.max()
  }

  /// The longest time between a session's first answer of trouble in a phase, and its next success.
  private func lastBack(_ phase: Journal.Phase, _ answers: [Answer]) -> Duration? {
    var firsts: [Int: Duration] = [:]
    for answer in answers where [.away, .balancer, .lost].contains(answer.outcome) {
      guard let session = answer.session else { continue }
      firsts[session] = min(firsts[session] ?? answer.begin, answer.begin)
    }
    var nexts: [Int: Duration] = [:]
    for answer in journal.answers where answer.outcome == .done {
      guard let session = answer.session, let first = firsts[session], answer.begin > first else { continue }
      nexts[session] = min(nexts[session] ?? answer.end, answer.end)
    }
    return firsts.map { session, first in (nexts[session] ?? journal.now) - first }.max()
  }

  private func text(_ time: Duration?) -> String {
    time.map { String(format: "%.2f", $0.seconds) } ?? "–"
  }
}
