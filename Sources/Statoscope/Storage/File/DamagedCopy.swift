import Foundation

/// A copy of an unusable file, under a name that marks it as damaged.
///
/// The name depends on the fault, so that the same fault leaves one copy, however often it is found.
enum DamagedCopy {
  /// Copies a file that cannot be parsed, or that holds values of the wrong type.
  ///
  /// A copy with the same fault and other contents is replaced: otherwise two properties of one key with
  /// different types would leave a copy with each write.
  ///
  /// - Parameter misfits: the types that were expected, by their keys; empty for a file that cannot be parsed.
  /// - Returns: the name of the copy.
  static func make(
    of file: OpenFile,
    at paths: FilePaths,
    misfits: [String: String] = [:]
  ) throws(SystemFault) -> String {
    let bytes = try file.bytes()
    let types = misfits.sorted { $0.key < $1.key }.map { "\($0.key)\n\($0.value)\n" }.joined()
    let fault = types.isEmpty ? bytes ?? Data("oversized".utf8) : Data(types.utf8)
    let name = "\(paths.place.name).damaged-\(String(fault.stableHash, radix: 36))"
    let copy = FilePaths.Place(folder: paths.place.folder, name: name)
    if let bytes {
      if let known = try OpenFile.reading(copy.path)?.bytes(), known == bytes { return name }
    } else if file.isAt(copy.path) {
      return name
    }
    let draft = try DraftFile(of: copy, mode: 0o600)
    defer { draft.end() }
    if let bytes {
      try draft.file.write(bytes)
    } else {
      // Too large to be copied: another link preserves it.
      SystemCalls.unlink(draft.path)
      try SystemCalls.link(paths.file, to: draft.path)
      guard file.isAt(draft.path) else {
        // Another writer has preserved it and replaced the file in the meantime.
        SystemCalls.unlink(draft.path)
        return name
      }
    }
    try draft.replace(copy)
    return name
  }
}

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
