import Foundation

extension Data {
  /// A hash of the bytes that is the same in each run, on each machine (FNV-1a).
  ///
  /// Complexity: O(bytes).
  package var stableHash: UInt64 {
    reduce(into: 0xcbf2_9ce4_8422_2325) { hash, byte in
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
  }
}
