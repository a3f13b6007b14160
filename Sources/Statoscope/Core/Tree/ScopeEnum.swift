import Foundation

/// An enum whose cases each hold a scope: one child of several classes, such as the screens of a navigation
/// stack.
///
/// ```swift
/// enum Screen: ScopeEnum {
///   case edit(Form)
///   case detail(Detail)
///   case alert(String)
/// }
///
/// final class App: Scope {
///   @Subscope var path: [Screen] = []
///   @Subscope var sheet: Screen?
///   …
/// }
/// ```
/// The scope of the current case is a child, linked and unlinked as every ``Subscope``. A case without a
/// scope is plain state. In key paths of the tree a case reads as a property: `\.path[0].detail`.
public protocol ScopeEnum: SubscopeValue {
  /// The scope that this value holds; nil for a case without one, which is plain state.
  ///
  /// The default implementation finds the scope in the case's associated values by reflection.
  var scope: ScopeNode? { get }
}

extension ScopeEnum {
  /// The one scope that the case carries: as its value, among several values, or in another ``ScopeEnum``.
  ///
  /// Several scopes in one case, or a collection of them, are a programming error, and trap: such a case holds a scope
  /// with a `@Subscope` of its own. Complexity: O(1); reflection takes some microseconds.
  public var scope: ScopeNode? {
    guard let payload = ReflectedValue(self).payload else { return nil }
    let found = ScopeCase.scopes(in: payload.value)
    guard found.count < 2, found.first?.isAlone != false else {
      Misuse.scopesInOneCase(
        name: "\(typeName(Self.self)).\(payload.label ?? "")",
        scopes: found.map(\.typeName)
      ).refuse()
      return nil
    }
    return found.first?.scope
  }
}

extension Optional: ScopeEnum where Wrapped: ScopeEnum {
  /// The scope of the wrapped value; nil without a value.
  public var scope: ScopeNode? { self?.scope }
}

/// The reflection of cases of a ``ScopeEnum``.
enum ScopeCase {
  /// A scope among the associated values of a case, or a collection that is meant for scopes.
  fileprivate struct Found {
    let scope: ScopeNode?
    let typeName: String

    /// Indicates whether it is a scope, not a collection.
    var isAlone: Bool { scope != nil }
  }

  /// Returns the path segments that lead to the scope of a case: `.detail`, or `.sheet.edit` where one enum contains
  /// another.
  static func step(in value: some ScopeEnum) -> String {
    guard let payload = ReflectedValue(value).payload else { return "" }
    let inner = (payload.value as? any ScopeEnum).map { step(in: $0) } ?? ""
    let mark = value is any ExpressibleByNilLiteral ? "?" : ""
    return mark + "." + (payload.label ?? "") + inner
  }

  fileprivate static func scopes(in payload: Any) -> [Found] {
    if let scope = payload as? ScopeNode { return [Found(scope: scope, typeName: scope.typeName)] }
    if let collection = payload as? any Collection, collection.isMeantForScopes {
      return [Found(scope: nil, typeName: Statoscope.typeName(type(of: payload)))]
    }
    if let inner = payload as? any ScopeEnum {
      return inner.scope.map { [Found(scope: $0, typeName: $0.typeName)] } ?? []
    }
    let reflected = ReflectedValue(payload)
    return reflected.kind == .tuple ? reflected.parts.flatMap { scopes(in: $0.value) } : []
  }
}

extension Collection {
  /// Indicates whether the elements, or the values of a dictionary, are scopes or cases that may hold one.
  fileprivate var isMeantForScopes: Bool {
    self is any SubscopeValue || Element.self is any SubscopeValue.Type
  }
}

/// A `@Subscope` of any value, for readers of its owner's state.
package protocol ChildProperty {
  /// The value if it has state besides its scopes, the cases of a ``ScopeEnum``; nil if there are only scopes.
  var cases: Any? { get }
}

extension Subscope: ChildProperty {
  package var cases: Any? { Value.subscopeTraits.asksApp ? .some(link.value) : nil }
}

/// A case with its associated values, and a scope by its type: `.detail(Detail)`.
package struct CaseText: CustomStringConvertible {
  package let description: String

  package init(_ value: some ScopeEnum) {
    description = InlineText(value, for: .state).text
  }
}

/// The memory of two lists, whose elements have the same type.
///
/// Not generic, because generic code would ask for the size of an element each time.
@safe
@usableFromInline
struct ElementBytes {
  private let one: UnsafeRawBufferPointer
  private let other: UnsafeRawBufferPointer
  private let size: Int
  private let stride: Int

  /// Returns the number of equal elements at the beginning of two lists of scopes, or of cases that hold them, and after
  /// these at the end.
  ///
  /// Asking each case for its scope would cost two microseconds. Sound: the bytes are only read. Equal bytes are equal
  /// elements, because both lists retain what theirs refer to; where equal cases have other bytes, they are asked for their
  /// scopes again. Complexity: O(n).
  @usableFromInline
  static func common<Element>(_ one: [Element], _ other: [Element]) -> (start: Int, end: Int) {
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        unsafe ElementBytes(
          one: one,
          other: other,
          size: MemoryLayout<Element>.size,
          stride: MemoryLayout<Element>.stride
        )
        .common
      }
    }
  }

  private var common: (start: Int, end: Int) {
    let (length, otherLength) = unsafe (one.count, other.count)
    let limit = min(length, otherLength) / stride
    let masks = masks(for: limit)
    let start = equalElements(upTo: limit, masks) { distance, _ in (distance, distance) }
    let end = equalElements(upTo: limit - start, masks) { distance, count in
      (length &- distance &- count, otherLength &- distance &- count)
    }
    return (start, end)
  }

  /// Returns the number of elements that are equal before the first that differ.
  ///
  /// A block is first compared with what lies between its elements: that is undefined, but seldom differs in long lists.
  ///
  /// - Parameter offsets: returns the offsets of some bytes in both lists, by their distance from the first compared one.
  @inline(__always)
  private func equalElements(
    upTo limit: Int,
    _ masks: [SIMD8<UInt64>],
    _ offsets: (_ distance: Int, _ count: Int) -> (Int, Int)
  ) -> Int {
    var found = 0
    func skip(_ count: Int, _ isEqual: (_ offsets: (Int, Int)) -> Bool) {
      while found &+ count <= limit, isEqual(offsets(found &* stride, count &* stride)) { found &+= count }
    }
    skip(256) { isEqual(256 &* stride, at: $0) }
    if !masks.isEmpty { skip(8) { isEqual(masks, at: $0) } }
    skip(16) { isEqual(16 &* stride, at: $0) }
    skip(1) { isEqual(size, at: $0) }
    return found
  }

  /// The bits that belong to eight adjacent elements; empty if nothing lies between them, if the stride is
  /// no multiple of eight bytes, or if there are few elements.
  private func masks(for limit: Int) -> [SIMD8<UInt64>] {
    guard limit >= 64, size < stride, stride.isMultiple(of: 8) else { return [] }
    var masks = Array(repeating: SIMD8<UInt64>(), count: stride / 8)
    for byte in 0..<8 * stride where byte % stride < size {
      masks[byte / 64][byte % 64 / 8] |= UInt64(littleEndian: 0xFF << UInt64(byte % 8 * 8))
    }
    return masks
  }

  /// Compares eight elements.
  ///
  /// Sound: they are in the lists, as the caller counts no further than the shorter one is.
  @inline(__always)
  private func isEqual(_ masks: [SIMD8<UInt64>], at offsets: (Int, Int)) -> Bool {
    var different = SIMD8<UInt64>()
    for (index, mask) in masks.enumerated() {
      let distance = 64 &* index
      let words = unsafe one.loadUnaligned(fromByteOffset: offsets.0 &+ distance, as: SIMD8<UInt64>.self)
      let others = unsafe other.loadUnaligned(fromByteOffset: offsets.1 &+ distance, as: SIMD8<UInt64>.self)
      different |= (words ^ others) & mask
    }
    let half = different.lowHalf | different.highHalf
    return half[0] | half[1] | half[2] | half[3] == 0
  }

  /// Compares the bytes of an element or of a block.
  ///
  /// Sound: as above. Only empty lists have no address.
  @inline(__always)
  private func isEqual(_ length: Int, at offsets: (Int, Int)) -> Bool {
    guard let one = unsafe one.baseAddress, let other = unsafe other.baseAddress else { return true }
    return unsafe memcmp(one + offsets.0, other + offsets.1, length) == 0
  }
}

/// The memory of values: that of a case without associated values, which reflection shows only by its text, and that by
/// which a value is known again.
enum CaseBytes {
  /// Returns the bytes of a case: those of different cases differ.
  ///
  /// Equal cases have equal bytes as a rule: where the associated values of others leave bytes undefined, they may differ.
  static func bytes(of value: Any) -> [UInt8] {
    func bytes<Value>(_ value: Value) -> [UInt8] {
      // Sound: the bytes are read, as what they are, while the value exists, and nothing refers to them afterwards.
      unsafe withUnsafeBytes(of: value) { unsafe Array($0) }
    }
    return bytes(value)
  }

  /// Returns the first byte of a value; zero for one without any.
  static func first(of value: Any) -> Int {
    func first<Value>(_ value: Value) -> UInt8? {
      // Sound: as above.
      unsafe withUnsafeBytes(of: value) { unsafe $0.first }
    }
    return Int(first(value) ?? 0)
  }

  /// Returns the bytes of any value, filled up with zeros; nil if there are more than 32.
  ///
  /// Two values of a type that exist at the same time and have equal bytes are the same: Swift moves values as their bytes.
  /// Where some bytes are undefined, those of the same value may differ.
  static func words(of value: Any) -> SIMD4<UInt64>? {
    func words<Value>(_ value: Value) -> SIMD4<UInt64>? {
      guard MemoryLayout<Value>.size <= MemoryLayout<SIMD4<UInt64>>.size else { return nil }
      var words = SIMD4<UInt64>.zero
      // Sound: as above; as many bytes are written as there are.
      unsafe withUnsafeBytes(of: value) { bytes in
        unsafe withUnsafeMutableBytes(of: &words) { unsafe $0.copyMemory(from: bytes) }
      }
      return words
    }
    return words(value)
  }

  /// Returns the number of bytes of a value.
  static func count(of value: Any) -> Int {
    func count<Value>(_: Value) -> Int { MemoryLayout<Value>.size }
    return count(value)
  }
}
