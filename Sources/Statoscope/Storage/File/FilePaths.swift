import Foundation

/// The files that belong to one storage, all in one folder, and the symbolic links that lead there.
struct FilePaths: Sendable, Equatable {
  /// The number of links that the system follows.
  private static let mostLinks = 40

  /// A file or a link in a folder.
  struct Place: Sendable, Equatable {
    let folder: String
    let name: String
    var path: String { folder + "/" + name }

    /// The name of the first draft of the file.
    var draft: String { folder + "/." + name + ".draft" }
  }

  /// The file itself, which need not exist.
  let place: Place

  /// The links, including those of folders, in the order in which the system follows them.
  let links: [Place]

  /// Follows symbolic links, so that a link remains one when the file is replaced.
  init(_ url: URL) {
    var links: [Place] = []
    // The resolved path so far, and the names still to be resolved, the next one last.
    var folder: [Substring] = []
    var rest = Array(url.standardizedFileURL.path.split(separator: "/").reversed())
    while let name = rest.popLast() {
      if name == ".." { _ = folder.popLast() }
      guard name != ".", name != ".." else { continue }
      let link = Place(folder: "/" + folder.joined(separator: "/"), name: String(name))
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link.path)
      guard let target, links.count < FilePaths.mostLinks else {
        folder.append(name)
        continue
      }
      links.append(link)
      if target.hasPrefix("/") { folder = [] }
      rest += target.split(separator: "/").reversed()
    }
    self.links = links
    let name = folder.popLast().map(String.init) ?? ""
    // On Apple platforms this gives the usual names of the system's folders.
    let parent = URL(fileURLWithPath: "/" + folder.joined(separator: "/")).resolvingSymlinksInPath()
    place = Place(folder: parent.path, name: name)
  }

  /// The places to observe.
  var all: [Place] { links + [place] }

  var file: String { place.path }

  /// The path of the file that the writer of the storage locks; it remains, empty.
  var lock: String { place.folder + "/." + place.name + ".lock" }
}
