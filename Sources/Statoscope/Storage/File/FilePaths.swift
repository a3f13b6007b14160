import Foundation

/// The files that belong to one storage, all in one folder.
struct FilePaths: Sendable {
  let folder: String
  let name: String

  /// Follows symbolic links, so that a link stays one when the file is replaced, also when there is no file yet.
  init(_ url: URL) {
    var path = url.standardizedFileURL.path
    // As many as the system follows.
    for _ in 0..<40 {
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().resolvingSymlinksInPath().path
      path = folder + "/" + URL(fileURLWithPath: path).lastPathComponent
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      path = target.hasPrefix("/") ? target : folder + "/" + target
    }
    let file = URL(fileURLWithPath: path)
    folder = file.deletingLastPathComponent().path
    name = file.lastPathComponent
  }

  var file: String { folder + "/" + name }

  /// Locked by the one that replaces the file; it stays, empty.
  var lock: String { folder + "/." + name + ".lock" }

  /// What the drafts of the file are named after.
  var draft: String { folder + "/." + name + ".draft" }
}
