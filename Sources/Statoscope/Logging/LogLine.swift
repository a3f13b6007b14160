/// An entry of the log, one line or several; interpolated values cannot add lines to it.
///
/// Values, errors and names come from the app and from its users: their control characters and line breaks
/// are escaped, so no value can forge a line or control a terminal.
struct LogLine: ExpressibleByStringInterpolation {
  let text: String

  init(stringLiteral value: String) { text = value }

  init(stringInterpolation: Interpolation) { text = stringInterpolation.text }

  /// - Parameter lines: lines composed by the library, with escaped values.
  init(lines: [String]) { text = lines.joined(separator: "\n") }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }

    mutating func appendInterpolation<Value>(_ value: Value) {
      text += PrintableText.escaped("\(value)", lineBreaks: value is any MultilineText ? .kept : .escaped)
    }
  }
}

/// An error of the library whose text has several lines, each composed by the library.
protocol MultilineText: Error {}
