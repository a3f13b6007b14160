/// How many changes of a test run no check may have looked at.
package struct UncheckedLimit: Sendable {
  /// Nil when the text is no number, which fails each plan.
  private let count: Int?
  private let text: String

  /// Takes the value of the environment variable.
  package init(_ text: String) {
    self.text = text
    count = Int(text).flatMap { $0 < 0 ? nil : $0 }
  }

  /// The failure of a plan that has unchecked changes when there are too many; nil otherwise.
  ///
  /// - Parameters:
  ///   - changes: the plan's own.
  ///   - all: the number of those of all plans by now.
  func failure(of changes: [String], amongAll all: Int) -> FlowFailure? {
    guard let count else { return .uncheckedLimitIsNoNumber(text) }
    return all > count && !changes.isEmpty ? .changesUnchecked(changes, all: all, allowed: count) : nil
  }
}
