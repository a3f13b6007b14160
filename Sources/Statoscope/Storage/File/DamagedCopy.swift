import Foundation

/// A copy of an unusable file, under a name that marks it as damaged.
///
/// The name depends on the fault, so that the same fault leaves one copy, however often it is found.
struct DamagedCopy {
  let name: String
  private let paths: FilePaths
  private var path: String { paths.folder + "/" + name }

  private init(_ paths: FilePaths, _ mark: some Sequence<UInt8>) {
    let digest = mark.reduce(into: UInt64(0xcbf2_9ce4_8422_2325)) { digest, byte in
      digest = (digest ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }
    self.paths = paths
    name = "\(paths.name).damaged-\(String(digest, radix: 36))"
  }

  /// Copies bytes that cannot be parsed, once.
  ///
  /// - Returns: the name.
  static func keep(unreadable bytes: Data, of paths: FilePaths) throws(FileFault) -> String {
    let copy = DamagedCopy(paths, bytes)
    if case .bytes(bytes, _) = try FileReading.read(copy.path) { return copy.name }
    try copy.write(bytes)
    return copy.name
  }

  /// Copies bytes that hold values of the wrong type, and replaces the last copy with the same fault.
  ///
  /// Otherwise two properties of one key with different types would leave a copy with each write.
  ///
  /// - Parameter misfits: the types that were expected, by their keys.
  /// - Returns: the name.
  static func keep(
    misfits: [String: String],
    in bytes: Data,
    of paths: FilePaths
  ) throws(FileFault) -> String {
    let fault = misfits.sorted { $0.key < $1.key }.map { "\($0.key)\n\($0.value)\n" }.joined()
    let copy = DamagedCopy(paths, fault.utf8)
    try copy.write(bytes)
    return copy.name
  }

  /// Preserves a file that is too large to be read by adding a link to it, and replaces the last such link.
  ///
  /// - Returns: the name.
  static func keep(oversized file: OpenFile, of paths: FilePaths) throws(FileFault) -> String {
    let copy = DamagedCopy(paths, "oversized".utf8)
    guard !file.isAt(copy.path) else { return copy.name }
    let draft = try DraftFile(paths.folder + "/." + copy.name + ".draft", mode: 0o600)
    defer { draft.file.unlock() }
    SystemCalls.unlink(draft.path)
    try SystemCalls.link(paths.file, to: draft.path)
    guard file.isAt(draft.path) else {
      // Another writer has preserved it and replaced the file in the meantime.
      SystemCalls.unlink(draft.path)
      return copy.name
    }
    try SystemCalls.rename(draft.path, to: copy.path)
    return copy.name
  }

  private func write(_ bytes: Data) throws(FileFault) {
    let draft = try DraftFile(paths.folder + "/." + name + ".draft", mode: 0o600)
    defer { draft.file.unlock() }
    try draft.write(bytes)
    try draft.replace(path)
  }
}
