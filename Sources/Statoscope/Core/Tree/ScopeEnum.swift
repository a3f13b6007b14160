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
public protocol ScopeEnum {
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
    let type = (self as? any KeyedValues).map { Swift.type(of: $0).valueType } ?? Element.self
    return type is ScopeNode.Type || type is any ScopeEnum.Type
  }
}

private protocol KeyedValues {
  static var valueType: Any.Type { get }
}

extension Dictionary: KeyedValues {
  fileprivate static var valueType: Any.Type { Value.self }
}

/// A `@Subscope` of any value, for readers of its owner's state.
package protocol ChildProperty {
  /// The value if it has state besides its scopes, the cases of a ``ScopeEnum``; nil if there are only scopes.
  var cases: Any? { get }
}

extension Subscope: ChildProperty {
  package var cases: Any? { link.kind.holdsCases ? .some(link.value) : nil }
}

/// A case with its associated values, and a scope by its type: `.detail(Detail)`.
package struct CaseText: CustomStringConvertible {
  package let description: String

  package init(_ value: some ScopeEnum) {
    description = InlineText(value, for: .state).text
  }
}

/// A case of a ``ScopeEnum``.
@usableFromInline
enum CaseElement<Screen: ScopeEnum>: SubscopeElement {
  @usableFromInline static var isCase: Bool { true }

  @usableFromInline static func scope(of screen: Screen) -> ScopeNode? { screen.scope }

  @usableFromInline static func screen(_ screen: Screen) -> (any ScopeEnum)? { screen }

  /// Compares the memory of the elements: asking each for its scope would cost two microseconds.
  ///
  /// Sound: the bytes are only read. Equal bytes are equal cases, because both lists retain what theirs refer to; where
  /// equal cases have other bytes, they are asked for their scopes again. Complexity: O(n).
  @usableFromInline
  static func common(_ one: [Screen], _ other: [Screen]) -> (start: Int, end: Int) {
    unsafe one.withUnsafeBytes { one in
      unsafe other.withUnsafeBytes { other in
        unsafe ElementBytes(
          one: one,
          other: other,
          size: MemoryLayout<Screen>.size,
          stride: MemoryLayout<Screen>.stride
        )
        .common
      }
    }
  }
}

/// The memory of two lists, whose elements have the same type.
///
/// Not part of ``CaseElement``, because generic code would ask for the size of an element each time.
@safe
private struct ElementBytes {
  let one: UnsafeRawBufferPointer
  let other: UnsafeRawBufferPointer
  let size: Int
  let stride: Int

  var common: (start: Int, end: Int) {
    let (length, otherLength) = unsafe (one.count, other.count)
    let limit = min(length, otherLength) / stride
    let masks = masks(for: limit)
    let start = equalElements(upTo: limit, masks) { offset, _ in (offset, offset) }
    let end = equalElements(upTo: limit - start, masks) { offset, count in
      (length &- offset &- count, otherLength &- offset &- count)
    }
    return (start, end)
  }

  /// Returns the number of elements that are equal before the first that differ.
  ///
  /// - Parameter offsets: returns the offsets of bytes in both lists, by their distance from the first compared one.
  @inline(__always)
  private func equalElements(
    upTo limit: Int,
    _ masks: [SIMD4<UInt64>],
    _ offsets: (_ distance: Int, _ count: Int) -> (Int, Int)
  ) -> Int {
    var found = 0
    if !masks.isEmpty {
      while found &+ 4 <= limit, isEqual(masks, offsets(found &* stride, 4 &* stride)) { found &+= 4 }
    }
    while found < limit, isEqual(offsets(found * stride, stride)) { found += 1 }
    return found
  }

  /// The bits that belong to four adjacent elements; empty if the stride is no multiple of eight bytes, or if there
  /// are few elements.
  ///
  /// The bytes between two elements are undefined.
  private func masks(for limit: Int) -> [SIMD4<UInt64>] {
    guard limit >= 16, stride.isMultiple(of: 8) else { return [] }
    var masks = Array(repeating: SIMD4<UInt64>(), count: stride / 8)
    for byte in 0..<4 * stride where byte % stride < size {
      masks[byte / 32][byte % 32 / 8] |= UInt64(littleEndian: 0xFF << UInt64(byte % 8 * 8))
    }
    return masks
  }

  /// Compares four elements.
  @inline(__always)
  private func isEqual(_ masks: [SIMD4<UInt64>], _ offsets: (Int, Int)) -> Bool {
    var different = SIMD4<UInt64>()
    for (index, mask) in masks.enumerated() {
      let distance = 32 &* index
      different |=
        difference(SIMD4<UInt64>.self, at: (offsets.0 &+ distance, offsets.1 &+ distance), ^) & mask
    }
    return different[0] | different[1] | different[2] | different[3] == 0
  }

  /// Compares the bytes of one element.
  @inline(__always)
  private func isEqual(_ offsets: (Int, Int)) -> Bool {
    var distance = 0
    while distance + 8 <= size {
      guard difference(UInt64.self, at: (offsets.0 + distance, offsets.1 + distance), ^) == 0 else {
        return false
      }
      distance += 8
    }
    while distance < size {
      guard difference(UInt8.self, at: (offsets.0 + distance, offsets.1 + distance), ^) == 0 else {
        return false
      }
      distance += 1
    }
    return true
  }

  /// Returns the bits that differ at two offsets.
  ///
  /// Sound: both are in the lists, as the callers in this type count no further than the shorter one is.
  @inline(__always)
  private func difference<Bits: BitwiseCopyable>(
    _ type: Bits.Type,
    at offsets: (Int, Int),
    _ xor: (Bits, Bits) -> Bits
  ) -> Bits {
    unsafe xor(
      one.loadUnaligned(fromByteOffset: offsets.0, as: type),
      other.loadUnaligned(fromByteOffset: offsets.1, as: type)
    )
  }
}

/// The memory of a case without associated values, which reflection shows only by its text.
enum CaseBytes {
  /// Returns the bytes of a value: those of different cases differ.
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

  /// Returns the number of bytes of a value.
  static func count(of value: Any) -> Int {
    func count<Value>(_: Value) -> Int { MemoryLayout<Value>.size }
    return count(value)
  }
}
