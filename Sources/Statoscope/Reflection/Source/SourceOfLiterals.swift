import Foundation

// MARK: Numbers

extension SourceText {
  /// Creates the literal of a number of the standard library; nil for other values.
  init?(number value: Any) {
    guard value is any Numeric, TypeOrigin(of: type(of: value)) != .app else { return nil }
    switch value {
    case let number as any FixedWidthInteger:
      self.init("\(number)", as: SourceText.stated(number, if: Int.self))
    case let number as CGFloat where type(of: value) == CGFloat.self: self.init(number.native, "CGFloat")
    case let number as any BinaryFloatingPoint: self.init(number, "\(type(of: number))")
    default: return nil
    }
  }

  /// Returns the type of a value that is not the one of its literal.
  private static func stated(_ value: Any, if own: Any.Type) -> String? {
    type(of: value) == own ? nil : typeName(type(of: value))
  }

  /// Creates the source of a floating-point number.
  ///
  /// The compiler may round a decimal literal twice, and warns of one that is subnormal: these, and NaN with a
  /// payload, are written by their bits.
  private init?<Number: BinaryFloatingPoint>(_ number: Number, _ name: String) {
    if number.isInfinite {
      self.init("\(number < 0 ? "-" : "")\(name).infinity")
    } else if number.isNaN, number.bits == Number.nan.bits {
      self.init("\(name).nan")
    } else if !number.isNaN, !number.isSubnormal, SourceText.isExact("\(number)", number) {
      self.init("\(number)", as: name == "Double" ? nil : name)
    } else {
      let bits = (number as? Double)?.bitPattern ?? (number as? Float).map { UInt64($0.bitPattern) }
      guard let bits else { return nil }
      self.init("\(name)(bitPattern: 0x\(String(bits, radix: 16)))")
    }
  }

  private static func isExact<Number: BinaryFloatingPoint>(_ text: String, _ number: Number) -> Bool {
    #if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
      guard Float80(text).map({ Number($0) }) == number else { return false }
    #endif
    // Only there can a literal have more digits than a `Double`.
    return "\(Number.self)" == "Float80" || Double(text).map { Number($0) } == number
  }
}

extension BinaryFloatingPoint {
  fileprivate var bits: [UInt64] {
    [sign == .minus ? 1 : 0, UInt64(exponentBitPattern), UInt64(significandBitPattern)]
  }
}

extension Bool: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { SourceText("\(self)") }
}

// MARK: Texts

extension String: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { SourceText(SwiftSource.literal(self)) }
}

extension Substring: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText(SwiftSource.literal(String(self)), as: "Substring")
  }
}

extension Character: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText(SwiftSource.literal(String(self)), as: "Character")
  }
}

extension Unicode.Scalar: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = isASCII ? SwiftSource.literal(String(self)) : "\"\\u{\(String(value, radix: 16))}\""
    return SourceText(text, as: "Unicode.Scalar")
  }
}

// MARK: Times, identifiers, data

extension Duration: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let (seconds, attoseconds) = components
    return SourceText("Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))")
  }
}

extension Date: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = writer.text(of: timeIntervalSinceReferenceDate).expected
    return SourceText("Date(timeIntervalSinceReferenceDate: \(text))")
  }
}

extension UUID: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("UUID(uuidString: \"\(uuidString)\")!")
  }
}

extension Data: SourceValue {
  /// The number of bytes beyond which they are encoded: the compiler needs long for a long literal.
  private static let longestLiteral = 64

  func source(by writer: inout SourceWriter) -> SourceText? {
    // That of an initializer begins at index zero.
    guard startIndex == 0 else { return nil }
    guard count > Data.longestLiteral else { return SourceText(isEmpty ? "Data()" : "Data(\(Array(self)))") }
    return SourceText("Data(base64Encoded: \"\(base64EncodedString())\")!")
  }
}

extension Decimal: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    if isNaN { return SourceText("Decimal.nan") }
    let text = "\(self)"
    return Decimal(string: text) == self ? SourceText("Decimal(string: \"\(text)\")!") : nil
  }
}

extension URL: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let again = URL(string: relativeString, relativeTo: baseURL), isSame(again) else { return nil }
    let text = SwiftSource.literal(relativeString)
    guard let base = baseURL else { return SourceText("URL(string: \(text))!") }
    return base.source(by: &writer).map { SourceText("URL(string: \(text), relativeTo: \($0.expected))!") }
  }

  private func isSame(_ other: URL) -> Bool {
    self == other && relativeString == other.relativeString && baseURL == other.baseURL
      && hasDirectoryPath == other.hasDirectoryPath
  }
}

extension URLQueryItem: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let value = value.map(SwiftSource.literal) ?? "nil"
    return SourceText("URLQueryItem(name: \(SwiftSource.literal(name)), value: \(value))")
  }
}

// MARK: Errors

extension CancellationError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { SourceText("CancellationError()") }
}

extension SourceWriter {
  /// Writes an error with what it knows besides its domain and code; nil where that has no source.
  fileprivate mutating func error(_ error: NSError, _ text: String) -> SourceText? {
    guard !error.userInfo.isEmpty else { return SourceText(text + ")") }
    let before = isWhole
    let userInfo = self.text(of: error.userInfo).expected
    return before == isWhole ? SourceText("\(text), userInfo: \(userInfo))") : nil
  }
}

/// An error of Foundation, written by its code, whose initializer is failable for some types on some platforms.
private protocol CodedError: Error, SourceValue {}

extension CodedError {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let (error, type) = (self as NSError, "\(Self.self)")
    let name = (self as? URLError).flatMap { URLError.names[$0.code] }
    return writer.error(
      error,
      name.map { "\(type)(.\($0)" } ?? "\(type)((\(type).Code(rawValue: \(error.code)) as \(type).Code?)!"
    )
  }
}

extension URLError: CodedError {
  /// The names of the codes that apps handle most.
  fileprivate static let names: [URLError.Code: String] = [
    .badServerResponse: "badServerResponse", .badURL: "badURL", .cancelled: "cancelled",
    .cannotConnectToHost: "cannotConnectToHost", .networkConnectionLost: "networkConnectionLost",
    .notConnectedToInternet: "notConnectedToInternet", .timedOut: "timedOut",
  ]
}

extension CocoaError: CodedError {}
extension POSIXError: CodedError {}

extension NSError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    // A subclass has state of its own.
    guard type(of: self) == NSError.self else { return nil }
    return writer.error(self, "NSError(domain: \(SwiftSource.literal(domain)), code: \(code)")
  }
}
