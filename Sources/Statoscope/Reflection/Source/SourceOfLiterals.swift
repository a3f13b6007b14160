import Foundation

// MARK: Numbers

extension SourceValue where Self: FixedWidthInteger {
  func source(by writer: inout SourceWriter) -> SourceText? { .literal("\(self)", of: Self.self, Int.self) }
}

extension Int: SourceValue {}
extension Int8: SourceValue {}
extension Int16: SourceValue {}
extension Int32: SourceValue {}
extension Int64: SourceValue {}
extension Int128: SourceValue {}
extension UInt: SourceValue {}
extension UInt8: SourceValue {}
extension UInt16: SourceValue {}
extension UInt32: SourceValue {}
extension UInt64: SourceValue {}
extension UInt128: SourceValue {}

extension Double: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    .number(self, bits: "0x" + String(bitPattern, radix: 16))
  }
}

extension Float: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    .number(self, bits: "0x" + String(bitPattern, radix: 16))
  }
}

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: SourceValue {
    func source(by writer: inout SourceWriter) -> SourceText? {
      .number(self, bits: "0x" + String(bitPattern, radix: 16))
    }
  }
#endif

#if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
  extension Float80: SourceValue {
    func source(by writer: inout SourceWriter) -> SourceText? { .number(self, bits: nil) }
  }
#endif

extension CGFloat: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    .number(native, bits: "0x" + String(bitPattern, radix: 16), of: CGFloat.self)
  }
}

extension SourceText {
  /// Creates a literal, whose type is stated where it is not the literal's own.
  fileprivate static func literal<Value>(
    _ text: String,
    of type: Value.Type,
    _ own: Any.Type
  ) -> SourceText {
    type == own ? SourceText(text) : SourceText(expected: text, anywhere: "\(text) as \(typeName(type))")
  }

  /// Creates the source of a floating-point number.
  ///
  /// The compiler may round a decimal literal twice, and warns of one that is subnormal: these, and NaN with a
  /// payload, are written by their bits.
  fileprivate static func number<Number: BinaryFloatingPoint>(
    _ number: Number,
    bits: String?,
    of type: Any.Type = Number.self
  ) -> SourceText? {
    let name = typeName(type)
    if number.isNaN {
      let isPlain = number.bits == Number.nan.bits
      return isPlain ? SourceText("\(name).nan") : bits.map { SourceText("\(name)(bitPattern: \($0))") }
    }
    if number.isInfinite { return SourceText("\(number < 0 ? "-" : "")\(name).infinity") }
    let text = "\(number)"
    guard !number.isSubnormal, isExact(text, number) else {
      return bits.map { SourceText("\(name)(bitPattern: \($0))") }
    }
    return type == Double.self ? SourceText(text) : SourceText(expected: text, anywhere: "\(text) as \(name)")
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
    .literal(SwiftSource.literal(String(self)), of: Substring.self, String.self)
  }
}

extension Character: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    .literal(SwiftSource.literal(String(self)), of: Character.self, String.self)
  }
}

extension Unicode.Scalar: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = isASCII ? SwiftSource.literal(String(self)) : "\"\\u{\(String(value, radix: 16))}\""
    return .literal(text, of: Unicode.Scalar.self, String.self)
  }
}

extension Duration: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let (seconds, attoseconds) = components
    return SourceText("Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))")
  }
}

extension CancellationError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { SourceText("CancellationError()") }
}
