import Statoscope

/// A card, whose number is in no text, log, recording or page.
struct Card: Sendable, Equatable {
  @Redacted private(set) var number: String

  /// - Parameter number: the digits; spaces between them are left out.
  init(number: String) {
    self.number = number.filter { !$0.isWhitespace }
  }

  /// Returns false for what cannot be the number of a card, such as one with a wrong digit (ISO/IEC 7812).
  var isPlausible: Bool {
    let digits = number.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
    guard digits.count == number.count, (12...19).contains(digits.count) else { return false }
    let sum = digits.reversed().enumerated().reduce(0) { sum, digit in
      let doubled = digit.element * 2
      return sum + (digit.offset.isMultiple(of: 2) ? digit.element : doubled > 9 ? doubled - 9 : doubled)
    }
    return sum.isMultiple(of: 10)
  }
}
