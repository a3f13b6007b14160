import Foundation

/// Where the reader keeps what outlives it, by the customs of the platform.
enum DataFolder {
  /// - Parameter option: what `--data` says, which goes before everything else.
  static func url(option: String?, environment: [String: String]) -> URL {
    if let option { return URL(fileURLWithPath: option, isDirectory: true) }
    return home(environment).appendingPathComponent("newsfeed", isDirectory: true)
  }

  private static func home(_ environment: [String: String]) -> URL {
    // A relative path is to be ignored, says the XDG specification.
    if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
      return URL(fileURLWithPath: folder, isDirectory: true)
    }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    #if os(macOS)
      let place = "Library/Application Support"
    #else
      let place = ".local/share"
    #endif
    return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(place, isDirectory: true)
  }
}
