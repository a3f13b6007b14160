import TestSupport
import Testing

/// 10,000 files damaged by chance: never a crash, never a silent overwrite.
@Suite struct DamagedFileFuzzTests {
  @Test(.waitsForPrograms) func `no damage causes a crash or is overwritten silently`() async throws {
    // In a process of its own, whose log is its own.
    let end = try await ChildProcess("storage-writer", "damage", "10000", "2026").finish()
    #expect(end.code == 0)
    let counts = end.output.split(separator: "\n").compactMap {
      $0.split(separator: ": ").last.flatMap { Int($0) }
    }
    try #require(counts.count == 2, "\(end.output)")
    #expect(counts[0] + counts[1] == 10_000)
    // The dice have found both ways.
    #expect(counts.allSatisfy { $0 > 500 }, "\(end.output)")
  }
}
