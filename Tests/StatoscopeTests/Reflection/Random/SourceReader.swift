/// A random value whose source can be read, as the compiler would.
protocol SourceReadable: RandomValue {
  /// Reads a literal or an initializer of the type.
  ///
  /// - Returns: the value, and the type that the source has by itself.
  static func read(_ source: inout SourceReader) throws -> (value: Self, own: SourceReader.OwnType)
}

/// A reader of Swift source, for the few forms that values are written in.
struct SourceReader {
  /// The type of source without a context.
  enum OwnType {
    /// The value's.
    case right
    /// None: the compiler refuses the source without a context.
    case none
    /// Another one.
    case other
  }

  struct Unexpected: Error {
    let wanted: String
    let rest: String
  }

  private var rest: Substring.UnicodeScalarView
  /// Indicates whether the text is for people, without types that only the compiler needs.
  let isShown: Bool

  /// Reads a whole text.
  static func read<Value: SourceReadable>(_ text: String, as _: Value.Type, isShown: Bool = false) throws
    -> Value
  {
    var reader = SourceReader(rest: text[...].unicodeScalars, isShown: isShown)
    let value = try reader.value(Value.self, isExpected: isShown)
    guard reader.rest.isEmpty else { throw reader.unexpected("the end") }
    return value
  }

  /// Reads a value where its type is expected, or any type may be.
  mutating func value<Value: SourceReadable>(_: Value.Type, isExpected: Bool) throws -> Value {
    let (value, own) = try Value.read(&self)
    if skip(" as ") {
      let name = try typeName()
      guard name == Value.name else { throw unexpected("\(Value.name) in place of \(name)") }
    } else if !isExpected, own == .other {
      throw unexpected("a type")
    }
    return value
  }

  /// Reads elements in brackets; their types come from the context if one of them has none of its own.
  mutating func elements<Value: SourceReadable>(_: Value.Type) throws -> (values: [Value], own: OwnType) {
    try require("[")
    var (values, own): ([Value], OwnType) = ([], .right)
    while !skip("]") {
      if !values.isEmpty { try require(", ") }
      let element = try element(Value.self)
      values.append(element.value)
      if element.own != .right { own = .other }
    }
    // The compiler refuses it without a context.
    return (values, values.isEmpty ? .other : own)
  }

  mutating func element<Value: SourceReadable>(_: Value.Type) throws -> (value: Value, own: OwnType) {
    let (value, own) = try Value.read(&self)
    guard skip(" as ") else { return (value, own) }
    guard try typeName() == Value.name else { throw unexpected(Value.name) }
    return (value, .right)
  }

  // MARK: Text

  /// Returns whether the text goes on like this, and skips it.
  mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.unicodeScalars) else { return false }
    rest = rest.dropFirst(text.unicodeScalars.count)
    return true
  }

  mutating func require(_ text: String) throws {
    guard skip(text) else { throw unexpected(text) }
  }

  mutating func scalars(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let part = String(rest.prefix(while: isPart))
    rest = rest.dropFirst(part.unicodeScalars.count)
    return part
  }

  /// Reads a number; nil if there is none.
  mutating func number() -> String? {
    let text = scalars { "0123456789+-.e".unicodeScalars.contains($0) }
    return text.isEmpty ? nil : text
  }

  /// Reads the name of a type, with the short names of arrays, dictionaries and optionals written out.
  mutating func typeName() throws -> String {
    var name: String
    if skip("[") {
      let first = try typeName()
      name = skip(": ") ? "Dictionary<\(first), \(try typeName())>" : "Array<\(first)>"
      try require("]")
    } else {
      name = scalars { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      guard !name.isEmpty else { throw unexpected("a type") }
      if skip("<") {
        var arguments = [try typeName()]
        while skip(", ") { arguments.append(try typeName()) }
        try require(">")
        name += "<\(arguments.joined(separator: ", "))>"
      }
    }
    while skip("?") { name = "Optional<\(name)>" }
    return name
  }

  /// Reads the name of the type where it may stand before a case or an initializer.
  mutating func skipName(_ expected: String) throws -> Bool {
    let before = self
    guard let name = try? typeName(), name == expected else {
      self = before
      return false
    }
    return true
  }

  /// Reads a string literal.
  mutating func text() throws -> String {
    try require("\"")
    var text = ""
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        let category = scalar.properties.generalCategory
        guard ![.control, .lineSeparator, .paragraphSeparator].contains(category),
          !scalar.properties.isBidiControl
        else { throw unexpected("an escape of U+\(String(scalar.value, radix: 16))") }
        text.unicodeScalars.append(scalar)
        continue
      }
      text.unicodeScalars.append(try escaped())
    }
    return text
  }

  private mutating func escaped() throws -> Unicode.Scalar {
    switch rest.popFirst() {
    case "\"": return "\""
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "0": return "\0"
    case "u":
      try require("{")
      let digits = scalars { $0 != "}" }
      try require("}")
      guard let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) else {
        throw unexpected("a scalar")
      }
      return scalar
    default: throw unexpected("an escape")
    }
  }

  func unexpected(_ wanted: String) -> Unexpected { Unexpected(wanted: wanted, rest: String(rest)) }
}

// MARK: Values

extension Int: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Int, own: SourceReader.OwnType) {
    guard let number = source.number().flatMap({ Int($0) }) else { throw source.unexpected("a number") }
    return (number, .right)
  }
}

extension UInt8: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: UInt8, own: SourceReader.OwnType) {
    guard let number = source.number().flatMap({ UInt8($0) }) else { throw source.unexpected("a number") }
    return (number, .other)
  }
}

extension Bool: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Bool, own: SourceReader.OwnType) {
    if source.skip("true") { return (true, .right) }
    try source.require("false")
    return (false, .right)
  }
}

extension SourceReader {
  fileprivate mutating func floating<Number: BinaryFloatingPoint & LosslessStringConvertible>(
    _ name: String,
    bits: (UInt64) -> Number
  ) throws -> (value: Number, own: OwnType)? {
    if skip("\(name).nan") { return (.nan, .right) }
    if skip("\(name).infinity") { return (.infinity, .right) }
    if skip("-\(name).infinity") { return (-.infinity, .right) }
    if skip("\(name)(bitPattern: 0x") {
      let digits = scalars { $0 != ")" }
      try require(")")
      return UInt64(digits, radix: 16).map { (bits($0), .right) }
    }
    // A number without a point or an exponent is an integer.
    guard let text = number(), text.contains(where: { $0 == "." || $0 == "e" }) else { return nil }
    return Number(text).map { ($0, name == "Double" ? .right : .other) }
  }
}

extension Double: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Double, own: SourceReader.OwnType) {
    guard let read = try source.floating(name, bits: { Double(bitPattern: $0) }) else {
      throw source.unexpected("a number")
    }
    return read
  }
}

extension Float: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Float, own: SourceReader.OwnType) {
    guard let read = try source.floating(name, bits: { Float(bitPattern: UInt32($0)) }) else {
      throw source.unexpected("a number")
    }
    return read
  }
}

extension String: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: String, own: SourceReader.OwnType) {
    (try source.text(), .right)
  }
}

extension Character: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Character, own: SourceReader.OwnType) {
    let text = try source.text()
    guard text.count == 1 else { throw source.unexpected("one character") }
    return (Character(text), .other)
  }
}

extension RandomMood: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: RandomMood, own: SourceReader.OwnType) {
    let own: SourceReader.OwnType = try source.skipName(name) ? .right : .other
    for mood in allCases where source.skip(".\(mood)") { return (mood, own) }
    throw source.unexpected("a case")
  }
}

extension Optional: SourceReadable where Wrapped: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Wrapped?, own: SourceReader.OwnType) {
    if source.skip("nil") { return (nil, .none) }
    guard source.skip(".some(") else {
      guard !Wrapped.name.hasPrefix("Optional<") || source.isShown else { throw source.unexpected(".some") }
      return (try source.value(Wrapped.self, isExpected: true), .other)
    }
    let value = try source.value(Wrapped.self, isExpected: true)
    try source.require(")")
    return (value, .none)
  }
}

extension Array: SourceReadable where Element: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: [Element], own: SourceReader.OwnType) {
    if try source.skipName(name) {
      try source.require("()")
      return ([], .right)
    }
    let (values, own) = try source.elements(Element.self)
    return (values, own)
  }
}

extension Set: SourceReadable where Element: SourceReadable & RandomKey {
  static func read(_ source: inout SourceReader) throws -> (value: Set<Element>, own: SourceReader.OwnType) {
    guard try source.skipName(name) else { return (Set(try source.elements(Element.self).values), .other) }
    try source.require("(")
    if source.skip(")") { return ([], .right) }
    let values = try source.elements(Element.self).values
    try source.require(")")
    return (Set(values), .right)
  }
}

extension Dictionary: SourceReadable where Key: SourceReadable & RandomKey, Value: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: [Key: Value], own: SourceReader.OwnType) {
    if try source.skipName(name) {
      try source.require("()")
      return ([:], .right)
    }
    if source.skip("[:]") { return ([:], .other) }
    try source.require("[")
    var (read, own): ([Key: Value], SourceReader.OwnType) = ([:], .right)
    repeat {
      let key = try source.element(Key.self)
      try source.require(": ")
      let value = try source.element(Value.self)
      guard read.updateValue(value.value, forKey: key.value) == nil else {
        throw source.unexpected("another key")
      }
      if key.own != .right || value.own != .right { own = .other }
    } while source.skip(", ")
    try source.require("]")
    return (read, own)
  }
}

extension RandomPair: SourceReadable where First: SourceReadable, Second: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Self, own: SourceReader.OwnType) {
    guard try source.skipName(name) else { throw source.unexpected(name) }
    try source.require("(first: ")
    let first = try source.value(First.self, isExpected: true)
    try source.require(", second: ")
    let second = try source.value(Second.self, isExpected: true)
    try source.require(")")
    return (RandomPair(first: first, second: second), .right)
  }
}

extension RandomChoice: SourceReadable where First: SourceReadable, Second: SourceReadable {
  static func read(_ source: inout SourceReader) throws -> (value: Self, own: SourceReader.OwnType) {
    let own: SourceReader.OwnType = try source.skipName(name) ? .right : .other
    if source.skip(".none") { return (.none, own) }
    if source.skip(".other") { return (.other, own) }
    let value: Self
    if source.skip(".one(") {
      value = .one(try source.value(First.self, isExpected: true))
    } else if source.skip(".both(") {
      let first = try source.value(First.self, isExpected: true)
      try source.require(", named: ")
      value = .both(first, named: try source.value(Second.self, isExpected: true))
    } else {
      try source.require(".more(")
      value = .more(try source.value(Self.self, isExpected: true))
    }
    try source.require(")")
    return (value, own)
  }
}
