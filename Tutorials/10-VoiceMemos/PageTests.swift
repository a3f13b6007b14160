import Foundation
import Testing
import TutorialSupport

@Suite struct PageTests {
  /// Counts as the command on the page does.
  @Test func `the page shows how many lines its files have`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let counts = try ["VoiceMemos", "VoiceMemo", "RecordMemo", "VoiceMemosTests"].map { name in
      let lines = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8).split(
        separator: "\n"
      )
      let count = lines.count { line in
        let content = line.drop { $0 == " " }
        return !content.isEmpty && !content.hasPrefix("//")
      }
      return "\(count) \(name).swift"
    }
    try TutorialPage().expect(counts.joined(separator: "\n"))
  }
}
