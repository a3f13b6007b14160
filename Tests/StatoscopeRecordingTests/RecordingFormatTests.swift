import Foundation
import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// Recordings that were stored by earlier versions are read, and say what they said then.
@MainActor @Suite("ScopeRecording, its format", .computes)
struct RecordingFormatTests {
  @Test(arguments: [1_000, 7]) func `a recording of version 1 says what it said when it was written`(
    capacity: Int
  ) throws {
    let data = try Data(contentsOf: Self.fixture("version1-capacity\(capacity).json"))
    let recording = try JSONDecoder().decode(ScopeRecording.self, from: data)
    #expect(try recording.everything == Self.text(capacity: capacity))
  }

  @Test(arguments: [1_000, 7]) func `a recording says the same after it was encoded and decoded`(
    capacity: Int
  ) async throws {
    let recording = await RecordedHarbour.recording(capacity: capacity)
    #expect(try recording.everything == Self.text(capacity: capacity))
    let decoded = try JSONDecoder().decode(ScopeRecording.self, from: JSONEncoder().encode(recording))
    #expect(decoded == recording)
    #expect(try decoded.everything == Self.text(capacity: capacity))
  }

  private static func text(capacity: Int) throws -> String {
    try String(contentsOf: fixture("capacity\(capacity).txt"), encoding: .utf8)
  }

  private static func fixture(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
  }
}
