/// The limit of unchecked changes of a test run.
package struct UncheckedLimit: Sendable {
  /// Nil when the text is not a number, which fails each plan.
  private let count: Int?
  private let text: String

  /// Parses the value of the environment variable.
  package init(_ text: String) {
    self.text = text
    count = Int(text).flatMap { $0 < 0 ? nil : $0 }
  }

  /// Returns the failure of a plan with unchecked changes if the limit is exceeded; nil otherwise.
  ///
  /// - Parameters:
  ///   - changes: the plan's own unchecked changes.
  ///   - all: the number of those of all plans so far.
  func failure(of changes: [String], amongAll all: Int) -> FlowFailure? {
    guard let count else { return .uncheckedLimitIsNoNumber(text) }
    return all > count && !changes.isEmpty ? .changesUnchecked(changes, all: all, allowed: count) : nil
  }
}
