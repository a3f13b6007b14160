/// Something that has to be so, with the figures it was found by.
struct Check: Sendable {
  let title: String
  let figures: String
  /// Examples of where it is not so.
  private(set) var violations: [String]

  init(_ title: String, _ figures: String, _ violations: [String]) {
    (self.title, self.figures, self.violations) = (title, figures, violations)
  }

  var isMet: Bool { violations.isEmpty }

  var text: String {
    let examples = violations.prefix(5).map { "\n      \($0)" }.joined()
    let more = violations.count > 5 ? "\n      and \(violations.count - 5) more" : ""
    return "\(isMet ? "passed" : "FAILED")  \(title): \(figures)\(examples)\(more)"
  }
}
