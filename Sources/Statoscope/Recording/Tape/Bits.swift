import Foundation

/// Up to sixteen bytes of a value that refers to nothing, to be read with its type.
struct Bits {
  /// How many bytes there is room for.
  static let size = 16

  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  /// Takes a few bytes from memory, at most ``size``.
  @inline(__always)
  init(at place: UnsafeRawPointer, count: Int) {
    switch count {
    case 8: low = place.loadUnaligned(as: UInt64.self)
    case 1: low = UInt64(place.load(as: UInt8.self))
    default:
      withUnsafeMutableBytes(of: &self) {
        $0.copyMemory(from: UnsafeRawBufferPointer(start: place, count: count))
      }
    }
  }
}

/// Whether a few bytes are the same in two places.
@inline(__always)
func isSame(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ count: Int) -> Bool {
  switch count {
  case 8: one.loadUnaligned(as: UInt64.self) == other.loadUnaligned(as: UInt64.self)
  case 1: one.load(as: UInt8.self) == other.load(as: UInt8.self)
  default: memcmp(one, other, count) == 0
  }
}
