import Foundation

/// Keeps favourites in one JSON file, which is always either the old one or the new one.
///
/// What is about to be replaced is looked at first: a file that is not a list of favourites is moved aside, and
/// one that cannot be read is left alone.
struct FavouritesFile: Sendable {
  private static let limitBytes = 4 * 1024 * 1024

  private struct Contents: Codable {
    var favourites: [String]
  }

  private let folder: URL
  private let url: URL

  init(folder: URL) {
    self.folder = folder
    url = folder.appendingPathComponent("favourites.json", isDirectory: false)
  }

  func load() throws(FavouritesError) -> Set<String> {
    let data: Data
    do { data = try BoundedFile.read(url.path, limitBytes: Self.limitBytes) } catch {
      switch error {
      case .noSuchFile: return []
      case .tooLarge: throw .damaged(path: url.path)
      case .unreadableFile(_, let reason): throw .unreadable(path: url.path, reason: reason)
      default: throw .unreadable(path: url.path, reason: "\(error)")
      }
    }
    guard let contents = try? JSONDecoder().decode(Contents.self, from: data) else {
      throw .damaged(path: url.path)
    }
    return Set(contents.favourites)
  }

  func save(_ changes: [FeedItem.ID: Bool]) throws(FavouritesError) -> SavedFavourites {
    var saved = try present()
    saved.ids = saved.ids.applying(changes)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .withoutEscapingSlashes]
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try encoder.encode(Contents(favourites: saved.ids.sorted())).write(to: url, options: .atomic)
    } catch {
      throw .unwritable(path: url.path, reason: Self.reason(error))
    }
    return saved
  }

  /// What is in the file now; nothing, with a notice, when a damaged file had to be moved aside.
  private func present() throws(FavouritesError) -> SavedFavourites {
    do { return SavedFavourites(ids: try load()) } catch {
      guard case .damaged = error else { throw error }
      let notice = "The damaged favourites were kept as '\(try moveAside())'."
      return SavedFavourites(ids: [], notice: SafeText.line(notice))
    }
  }

  private func moveAside() throws(FavouritesError) -> String {
    for number in 1...1000 {
      let name = number == 1 ? "favourites-damaged.json" : "favourites-damaged-\(number).json"
      let place = folder.appendingPathComponent(name, isDirectory: false)
      guard !FileManager.default.fileExists(atPath: place.path) else { continue }
      do { try FileManager.default.moveItem(at: url, to: place) } catch {
        throw .unwritable(path: url.path, reason: "they are damaged and cannot be moved aside")
      }
      return name
    }
    throw .unwritable(path: url.path, reason: "they are damaged, as are a thousand files beside them")
  }

  /// Foundation's own words differ between platforms.
  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileWriteNoPermission?: "permission is denied"
    case .fileWriteOutOfSpace?: "the disk is full"
    case .fileWriteVolumeReadOnly?: "the disk can only be read"
    case .fileWriteFileExists?: "a file is in the way of the folder"
    default: error.localizedDescription
    }
  }
}

extension FavouritesStore {
  /// Keeps favourites in `favourites.json` in a folder, which is made when there is something to put into it.
  package static func file(in folder: URL) -> FavouritesStore {
    let file = FavouritesFile(folder: folder)
    return FavouritesStore(load: { try file.load() }, save: { try file.save($0) })
  }
}
