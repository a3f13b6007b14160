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
/// Apart from ``CaseElement``, because generic code would ask for the size of an element each time.
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

  /// Returns how many elements are equal before the first that differ.
  ///
  /// - Parameter places: returns where bytes of both lists are, by their distance from where the comparison begins.
  @inline(__always)
  private func equalElements(
    upTo limit: Int,
    _ masks: [SIMD4<UInt64>],
    _ places: (_ offset: Int, _ count: Int) -> (Int, Int)
  ) -> Int {
    var found = 0
    if !masks.isEmpty {
      while found &+ 4 <= limit, isEqual(masks, places(found &* stride, 4 &* stride)) { found &+= 4 }
    }
    while found < limit, isEqual(places(found * stride, stride)) { found += 1 }
    return found
  }

  /// The bits that belong to four elements, side by side; empty if their words cannot be compared, or are few.
  ///
  /// The bytes between two elements differ by what was in their memory before.
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
  private func isEqual(_ masks: [SIMD4<UInt64>], _ places: (Int, Int)) -> Bool {
    var different = SIMD4<UInt64>()
    for (index, mask) in masks.enumerated() {
      let offset = 32 &* index
      different |= difference(SIMD4<UInt64>.self, at: (places.0 &+ offset, places.1 &+ offset), ^) & mask
    }
    return different[0] | different[1] | different[2] | different[3] == 0
  }

  /// Compares the bytes of one element.
  @inline(__always)
  private func isEqual(_ places: (Int, Int)) -> Bool {
    var offset = 0
    while offset < size {
      if offset + 8 <= size {
        guard difference(UInt64.self, at: (places.0 + offset, places.1 + offset), ^) == 0 else {
          return false
        }
        offset += 8
      } else {
        guard difference(UInt8.self, at: (places.0 + offset, places.1 + offset), ^) == 0 else { return false }
        offset += 1
      }
    }
    return true
  }

  /// Returns the bits that differ at two places.
  ///
  /// Sound: both places are in the lists, as the callers in this type count no further than the shorter one is.
  @inline(__always)
  private func difference<Bits: BitwiseCopyable>(
    _ type: Bits.Type,
    at places: (Int, Int),
    _ xor: (Bits, Bits) -> Bits
  ) -> Bits {
    unsafe xor(
      one.loadUnaligned(fromByteOffset: places.0, as: type),
      other.loadUnaligned(fromByteOffset: places.1, as: type)
    )
  }
}
