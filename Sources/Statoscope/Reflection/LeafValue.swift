import Foundation

/// A value of the standard library or Foundation that refers to no object of the app, and is compared as a whole.
///
/// Arrays, sets and dictionaries of such values are leaves themselves: an app's largest lists are read and compared
/// without being taken apart. Their parts are read when a difference or a text asks for them.
package protocol LeafValue: Hashable {
  /// Indicates whether `==` finds values equal only if they differ in nothing that is stored.
  static var isExact: Bool { get }

  /// Checks whether another value stores the same: bits, bytes and scalars, whatever `==` says.
  func isSame(as other: Self) -> Bool

  /// The text, from which the value could be made again.
  var leafText: String { get }
}

extension LeafValue {
  package static var isExact: Bool { true }
  package func isSame(as other: Self) -> Bool { self == other }
}

extension LeafValue where Self: CustomStringConvertible {
  package var leafText: String { description }
}

extension Bool: LeafValue {}
extension Int: LeafValue {}
extension Int8: LeafValue {}
extension Int16: LeafValue {}
extension Int32: LeafValue {}
extension Int64: LeafValue {}
extension UInt: LeafValue {}
extension UInt8: LeafValue {}
extension UInt16: LeafValue {}
extension UInt32: LeafValue {}
extension UInt64: LeafValue {}
extension UUID: LeafValue {}

// MARK: Text

extension String: LeafValue {
  package static var isExact: Bool { false }

  /// Compares bytes: `==` finds texts equal that are composed of other scalars.
  package func isSame(as other: String) -> Bool {
    self == other && utf8.count == other.utf8.count && Array(utf8) == Array(other.utf8)
  }

  package var leafText: String { "\"\(PrintableText.exact(self))\"" }
}

extension Substring: LeafValue {
  package static var isExact: Bool { false }
  package func isSame(as other: Substring) -> Bool { String(self).isSame(as: String(other)) }
  package var leafText: String { PrintableText.exact(String(self)) }
}

extension Character: LeafValue {
  package static var isExact: Bool { false }
  package func isSame(as other: Character) -> Bool { String(self).isSame(as: String(other)) }
  package var leafText: String { PrintableText.exact(String(self)) }
}

extension Unicode.Scalar: LeafValue {
  package var leafText: String { PrintableText.exact(String(self)) }
}

extension URL: LeafValue {
  package static var isExact: Bool { false }

  package func isSame(as other: URL) -> Bool {
    self == other && relativeString.isSame(as: other.relativeString) && baseURL == other.baseURL
  }

  package var leafText: String { PrintableText.exact(description) }
}

// MARK: Numbers

extension BinaryFloatingPoint {
  /// The text of a number, with the bits of a NaN, of which there are many.
  fileprivate func text(bits: some BinaryInteger, ofNaN usual: some BinaryInteger) -> String {
    isNaN && bits != usual ? "nan (0x\(String(bits, radix: 16)))" : "\(self)"
  }
}

extension Double: LeafValue {
  package static var isExact: Bool { false }
  package func isSame(as other: Double) -> Bool { bitPattern == other.bitPattern }
  package var leafText: String { text(bits: bitPattern, ofNaN: Double.nan.bitPattern) }
}

extension Float: LeafValue {
  package static var isExact: Bool { false }
  package func isSame(as other: Float) -> Bool { bitPattern == other.bitPattern }
  package var leafText: String { text(bits: bitPattern, ofNaN: Float.nan.bitPattern) }
}

extension CGFloat: LeafValue {
  package static var isExact: Bool { false }
  package func isSame(as other: CGFloat) -> Bool { Double(self).isSame(as: Double(other)) }
  package var leafText: String { Double(self).leafText }
}

extension Decimal: LeafValue {
  package static var isExact: Bool { false }

  /// Compares the exponents, too: 1.0 is stored in another way than 1.
  package func isSame(as other: Decimal) -> Bool {
    description == other.description && exponent == other.exponent
  }

  package var leafText: String {
    let again = Decimal(string: description)
    return again?.exponent == exponent ? description : "\(description) (exponent \(exponent))"
  }
}

extension Duration: LeafValue {
  package var leafText: String {
    let (seconds, attoseconds) = components
    let isShort = attoseconds == 0 || Duration.seconds(Double(seconds) + Double(attoseconds) * 1e-18) == self
    return isShort ? description : "\(seconds) seconds and \(attoseconds) attoseconds"
  }
}

// MARK: Foundation

extension Date: LeafValue {
  package static var isExact: Bool { false }

  package func isSame(as other: Date) -> Bool {
    timeIntervalSinceReferenceDate.isSame(as: other.timeIntervalSinceReferenceDate)
  }

  /// The date, with the fraction of its second where it has one, and its number where milliseconds do not tell it.
  package var leafText: String {
    let number = timeIntervalSinceReferenceDate
    let whole = number.rounded(.down)
    // Foundation's description ends the process for a date that is not a number, and some are too far away for it.
    let text = number.isFinite ? Date(timeIntervalSinceReferenceDate: whole).description : ""
    guard text.hasSuffix(" +0000") else { return "Date(timeIntervalSinceReferenceDate: \(number.leafText))" }
    let exact = "\(text) (\(number.leafText) s since 2001)"
    guard number != whole else { return number.sign == .minus && number == 0 ? exact : text }
    let milliseconds = ((number - whole) * 1_000).rounded()
    guard milliseconds < 1_000, whole + milliseconds / 1_000 == number else { return exact }
    let digits = String(Int64(milliseconds))
    return text.dropLast(6) + "." + String(repeating: "0", count: 3 - digits.count) + digits + " +0000"
  }
}

extension Data: LeafValue {
  package static var isExact: Bool { false }
  /// The number of bytes up to which all of them are written.
  private static var mostShown: Int { 16 }

  /// Compares the first index, too: a slice has another one.
  package func isSame(as other: Data) -> Bool { startIndex == other.startIndex && self == other }

  package var leafText: String {
    let bytes = prefix(Data.mostShown).map { byte in
      byte < 16 ? "0" + String(byte, radix: 16) : String(byte, radix: 16)
    }
    var text = "\(count) \(count == 1 ? "byte" : "bytes")"
    if !isEmpty { text += ": " + bytes.joined(separator: " ") }
    if count > Data.mostShown { text += " … (checksum \(String(checksum, radix: 16)))" }
    return startIndex == 0 ? text : text + " (from index \(startIndex))"
  }

  /// The 64-bit FNV-1a hash of the bytes.
  private var checksum: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

// MARK: Containers

extension Array: LeafValue where Element: LeafValue {
  package static var isExact: Bool { Element.isExact }

  package func isSame(as other: [Element]) -> Bool {
    if Element.isExact { return self == other }
    return count == other.count && zip(self, other).allSatisfy { $0.isSame(as: $1) }
  }

  package var leafText: String { "\(count)" }
}

extension Set: LeafValue where Element: LeafValue {
  package static var isExact: Bool { Element.isExact }

  package func isSame(as other: Set<Element>) -> Bool {
    guard !Element.isExact else { return self == other }
    return count == other.count
      && allSatisfy { element in other.firstIndex(of: element).map { other[$0].isSame(as: element) } ?? false
      }
  }

  package var leafText: String { "\(count)" }
}

extension Dictionary: LeafValue where Key: LeafValue, Value: LeafValue {
  package static var isExact: Bool { Key.isExact && Value.isExact }

  package func isSame(as other: [Key: Value]) -> Bool {
    guard count == other.count else { return false }
    return allSatisfy { key, value in
      guard let index = other.index(forKey: key) else { return false }
      return other[index].key.isSame(as: key) && other[index].value.isSame(as: value)
    }
  }

  package var leafText: String { "\(count)" }
}

// MARK: Texts of other values

/// The texts of values of Foundation that can be encoded: what they encode to determines them.
enum EncodedText {
  /// Returns the description of a value with the JSON that it encodes to; nil if it cannot be encoded.
  static func text(of value: Any) -> String? {
    guard let value = value as? any Encodable else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "infinity",
      negativeInfinity: "-infinity",
      nan: "nan"
    )
    // A value on its own, such as a number, is no JSON for every decoder.
    guard let data = try? encoder.encode([value].map(AnyEncodable.init)) else { return nil }
    let json = String(decoding: data.dropFirst().dropLast(), as: UTF8.self)
    return PrintableText.exact("\(value) \(json)")
  }

  private struct AnyEncodable: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}

/// The texts of raw values.
enum RawText {
  static func text<Value: RawRepresentable>(of value: Value) -> String {
    (value.rawValue as? any LeafValue)?.leafText ?? PrintableText.exact("\(value.rawValue)")
  }
}

// MARK: Leaves of any type

/// A leaf value of any type in a tree of nodes.
class Leaf {
  /// The text; for a container the number of its parts, which are read on their own.
  var text: String { "" }

  var value: Any { () }

  func isSame(as other: Leaf) -> Bool { false }

  /// Returns the number of an object of the toolchain by its own equality.
  func number(in _: ValueNumbers) -> Int { 0 }
}

/// Makes the leaves of one type, or numbers them.
class LeafMaker {
  func leaf(of _: Any) -> Leaf { Leaf() }

  /// Returns the number of a value, which is the same for all that store the same.
  func number(of _: Any) -> Int { 0 }

  static func maker(for type: Any.Type) -> LeafMaker? {
    func make<Value: LeafValue>(_: Value.Type) -> LeafMaker { TypedLeafMaker<Value>() }
    return (type as? any LeafValue.Type).map { make($0) }
  }
}

private final class TypedLeafMaker<Value: LeafValue>: LeafMaker {
  private var numbers: [Exactly<Value>: Int] = [:]

  override func leaf(of value: Any) -> Leaf { (value as? Value).map { TypedLeaf($0) } ?? Leaf() }

  // Of the commonest lists: what is not specialized takes twice as long.
  @_specialize(where Value == [Int])
  @_specialize(where Value == [Bool])
  override func number(of value: Any) -> Int {
    guard let value = value as? Value else { return 0 }
    return numbers.number(of: Exactly(value: value))
  }
}

private final class TypedLeaf<Value: LeafValue>: Leaf {
  private let stored: Value

  init(_ value: Value) {
    stored = value
  }

  override var text: String { stored.leafText }
  override var value: Any { stored }

  override func isSame(as other: Leaf) -> Bool {
    (other as? TypedLeaf<Value>).map { $0.stored.isSame(as: stored) } ?? false
  }
}

/// An object of the toolchain that is compared by its `==`, such as a key path, or a copy of one of Foundation.
final class HashableLeaf: Leaf {
  private let stored: AnyHashable

  init?(_ object: AnyObject) {
    guard let value = object as? any Hashable else { return nil }
    stored = AnyHashable(value)
  }

  /// Copies an object, so that it does not change any more.
  init?(copyOf object: AnyObject) {
    guard
      let copy = (object as? any NSCopying)?.copy(with: nil) as? any Hashable,
      AnyHashable(copy) == (object as? any Hashable).map({ AnyHashable($0) })
    else { return nil }
    stored = AnyHashable(copy)
  }

  override var text: String { PrintableText.exact("\(stored.base)") }
  override var value: Any { stored.base }
  override func isSame(as other: Leaf) -> Bool { (other as? HashableLeaf)?.stored == stored }
  override func number(in numbers: ValueNumbers) -> Int { numbers.number(ofHashable: stored) ?? -1 }
}

/// A leaf value with an equality that finds equal only what is the same.
struct Exactly<Value: LeafValue>: Hashable {
  let value: Value

  static func == (one: Exactly, other: Exactly) -> Bool { one.value.isSame(as: other.value) }

  func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
