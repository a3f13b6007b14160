import Foundation

/// The folder for stored data, according to the conventions of the platform.
enum DataFolder {
  /// - Parameter option: The argument of `--data`, which takes precedence.
  static func url(option: String?, environment: [String: String]) -> URL {
    if let option { return URL(fileURLWithPath: option, isDirectory: true) }
    return home(environment).appendingPathComponent("newsfeed", isDirectory: true)
  }

  private static func home(_ environment: [String: String]) -> URL {
    // The XDG specification requires relative paths to be ignored.
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
