import Foundation
import Testing

/// The manifest that the App Store reads: why the library uses interfaces that could identify a device.
@Suite struct PrivacyManifestTests {
  /// The categories of such interfaces, with the reasons that are this library's, and words by which code uses them.
  private static let categories: [(name: String, reasons: [String], words: [String])] = [
    ("UserDefaults", ["CA92.1", "1C8F.1"], ["UserDefaults"]),
    (
      "FileTimestamp", ["C617.1"],
      ["stat(", "st_mtim", "getattrlist", "modificationDate", "creationDate", "contentModificationDateKey"]
    ),
    ("DiskSpace", [], ["volumeAvailableCapacity", "systemFreeSize", "systemSize", "statfs", "statvfs"]),
    ("SystemBootTime", [], ["systemUptime", "mach_absolute_time"]),
    ("ActiveKeyboards", [], ["activeInputModes"]),
  ]

  private let module = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/Statoscope")

  @Test func `each interface that needs a reason is declared with it`() throws {
    let sources = try FileManager.default.subpathsOfDirectory(atPath: module.path)
      .filter { $0.hasSuffix(".swift") }
      .map { try String(contentsOf: module.appending(path: $0), encoding: .utf8) }
    let declared = try Manifest(contentsOf: module.appending(path: "PrivacyInfo.xcprivacy"))
    for (name, reasons, words) in Self.categories {
      let isUsed = sources.contains { source in words.contains { source.contains($0) } }
      #expect(declared.reasons["NSPrivacyAccessedAPICategory" + name] == (isUsed ? reasons : nil), "\(name)")
    }
    #expect(declared.reasons.count == 2)
    #expect(!declared.isTracking && declared.collected.isEmpty)
  }
}

private struct Manifest: Decodable {
  struct Access: Decodable {
    let NSPrivacyAccessedAPIType: String
    let NSPrivacyAccessedAPITypeReasons: [String]
  }

  let NSPrivacyTracking: Bool
  let NSPrivacyCollectedDataTypes: [String]
  let NSPrivacyAccessedAPITypes: [Access]

  var isTracking: Bool { NSPrivacyTracking }
  var collected: [String] { NSPrivacyCollectedDataTypes }

  var reasons: [String: [String]] {
    Dictionary(
      uniqueKeysWithValues: NSPrivacyAccessedAPITypes.map {
        ($0.NSPrivacyAccessedAPIType, $0.NSPrivacyAccessedAPITypeReasons)
      }
    )
  }

  init(contentsOf url: URL) throws {
    self = try PropertyListDecoder().decode(Manifest.self, from: Data(contentsOf: url))
  }
}
