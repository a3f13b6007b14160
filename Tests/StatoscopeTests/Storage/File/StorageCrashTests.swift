import Foundation
import Statoscope
import TestSupport
import Testing

/// A process that writes is killed at any moment; the file is always whole.
@Suite(.waitsForPrograms) struct StorageCrashTests {
  @Test func `a file is complete after each of 200 kills`() async throws {
    let folder = try TemporaryFolder()
    var dice = SplitMix64(seed: 6)
    var last = 0
    var written = 0
    for kill in 1...200 {
      let child = try ChildProcess("storage-writer", "generations", folder.file().path)
      var output = ""
      // At least one generation, so that each process is past its start.
      for _ in 0...dice.next() % 3 { output += await child.nextOutput() ?? "" }
      waste(dice.next() % 60_000)
      child.kill()
      output += await child.finish().output
      let acknowledged = try #require(output.split(separator: "\n").last.flatMap { Int($0) }, "kill \(kill)")
      let found = try JSONDecoder().decode(Generation.self, from: Data(contentsOf: folder.file()))
      try #require(found.number == acknowledged || found.number == acknowledged + 1, "kill \(kill)")
      try #require(found.number > last && found.isWhole, "kill \(kill)")
      last = found.number
      written += 1
    }
    #expect(written == 200)
    #expect(try folder.names == ["values.json"])
    // A new process finds no trace of the dead.
    let storage = StateStorage.file(folder.file())
    try storage.write(-1, forKey: "number")
    #expect(try storage.read(Int.self, forKey: "number") == -1)
  }

  /// The delay's own write is meant: the child reports what was set before one began that has ended.
  @Test func `200 kills damage no file, and lose nothing older than the delay`() async throws {
    let folder = try TemporaryFolder()
    var dice = SplitMix64(seed: 18)
    for kill in 1...200 {
      let child = try ChildProcess("storage-writer", "deferred", folder.file().path)
      var output = ""
      for _ in 0...dice.next() % 3 { output += await child.nextOutput() ?? "" }
      waste(dice.next() % 60_000)
      child.kill()
      output += await child.finish().output
      // The last line may be cut.
      let reported = try #require(
        output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().compactMap { Int($0) }
          .max(),
        "kill \(kill)"
      )
      let found = try JSONDecoder().decode(Generation.self, from: Data(contentsOf: folder.file()))
      try #require(found.number >= reported && found.isWhole, "kill \(kill)")
    }
    #expect(try folder.names == ["values.json"])
  }

  /// Passes a moment that depends on the dice alone.
  private func waste(_ turns: UInt64) {
    var dice = SplitMix64(seed: turns)
    for _ in 0..<turns { _ = dice.next() }
  }
}

/// What storage-writer writes in one update.
private struct Generation: Decodable {
  let number: Int
  let text: String
  let z: Int

  var isWhole: Bool {
    z == number && text == String(repeating: "\(number) ", count: number % 7 * 1_000)
  }
}
