import Foundation

/// The files that belong to one storage, all in one folder.
struct FilePaths: Sendable {
  /// The number of links that the system follows.
  private static let mostLinks = 40

  let folder: String
  let name: String

  /// Follows symbolic links, so that a link remains one when the file is replaced, even if there is no file
  /// yet.
  init(_ url: URL) {
    var path = url.standardizedFileURL.path
    for _ in 0..<FilePaths.mostLinks {
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

  /// A Boolean value that indicates whether a symbolic link has replaced the file.
  var isLink: Bool { (try? FileManager.default.destinationOfSymbolicLink(atPath: file)) != nil }

  /// The path of the file that the writer of the storage locks; it remains, empty.
  var lock: String { folder + "/." + name + ".lock" }

  /// The name of the first draft of the file.
  var draft: String { folder + "/." + name + ".draft" }

  /// A symbolic link and its folder.
  struct Link: Sendable, Equatable {
    let folder: String
    let name: String
  }

  /// Returns the symbolic links that lead to a file, including those of its folders, in the order in which
  /// the system follows them.
  static func links(to url: URL) -> [Link] {
    var links: [Link] = []
    // The resolved path so far, and the names still to be resolved, the next one last.
    var folder: [Substring] = []
    var rest = Array(url.standardizedFileURL.path.split(separator: "/").reversed())
    while let name = rest.popLast(), links.count < mostLinks {
      guard name != ".." else {
        _ = folder.popLast()
        continue
      }
      guard name != "." else { continue }
      let path = "/" + folder.joined(separator: "/")
      let link = Link(folder: path, name: String(name))
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path + "/" + name) else {
        folder.append(name)
        continue
      }
      links.append(link)
      if target.hasPrefix("/") { folder = [] }
      rest += target.split(separator: "/").reversed()
    }
    return links
  }
}
