import Foundation
import Statoscope
import TestSupport
import Testing

/// 10,000 files damaged by chance: never a crash, never a silent overwrite.
@Suite struct DamagedFileFuzzTests {
  @Test func noDamageCrashesOrIsOverwrittenInSilence() async throws {
    try await withLoggedLines { log in
      var dice = SplitMix64(seed: 2026)
      var ends: [String: Int] = [:]
      for number in 0..<10_000 {
        let damaged = Damage.text(&dice)
        let folder = try MemoryFolder.make()
        try damaged.write(to: folder.file())
        let end = try meet(damaged, in: folder)
        try #require(end != nil, "file \(number): \(String(decoding: damaged, as: UTF8.self))")
        ends[end ?? "", default: 0] += 1
      }
      // The dice have found all ways.
      #expect(ends.values.reduce(0, +) == 10_000)
      #expect(ends.count == 2 && ends.values.allSatisfy { $0 > 500 }, "\(ends)")
      #expect(!log.entries.isEmpty)
    }
  }

  /// Reads and writes a damaged file as an app does.
  ///
  /// - Returns: how what was in it has survived, or nil if it has not.
  private func meet(_ damaged: Data, in folder: TemporaryFolder) throws -> String? {
    let storage = StateStorage.file(folder.file())
    let tally = Tally().injectObject(storage)
    _ = (tally.count, tally.name, storage.snapshot(of: TallySchema.self).profile)
    tally.send(.set(-5))
    guard tally.count == -5, try storage.read(Int.self, forKey: "count") == -5 else { return nil }
    let kept = try folder.names.filter { $0 != "values.json" }
    if let name = kept.first {
      return try Data(contentsOf: folder.file(name)) == damaged ? "kept beside" : nil
    }
    let before = try values(damaged)
    let after = try values(Data(contentsOf: folder.file()))
    guard before["count"] == nil || before["count"] is Int || before["count"] is NSNull else { return nil }
    let others = [before, after].map { NSDictionary(dictionary: $0.filter { $0.key != "count" }) }
    return others[0].isEqual(others[1]) ? "understood" : nil
  }

  private func values(_ text: Data) throws -> [String: Any] {
    // Foundation refuses numbers that are JSON but fit into no type.
    let text = String(decoding: text, as: UTF8.self)
      .replacingOccurrences(of: "(?<=[0-9])[eE][+-]?[0-9]{2,}", with: "e1", options: .regularExpression)
      .replacingOccurrences(of: "[0-9]{17,}", with: "9", options: .regularExpression)
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}

/// A folder in memory where there is such a place: 10,000 files need not wait for the disk.
private enum MemoryFolder {
  static func make() throws -> TemporaryFolder {
    let memory = URL(fileURLWithPath: "/dev/shm")
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    return try TemporaryFolder(in: isThere ? memory : nil)
  }
}

/// Files that were whole once.
private enum Damage {
  static func text(_ dice: inout SplitMix64) -> Data {
    var bytes = [UInt8](whole(&dice).utf8)
    for _ in 0...dice.next() % 3 {
      guard !bytes.isEmpty else { break }
      let place = Int(dice.next() % UInt64(bytes.count))
      switch dice.next() % 6 {
      case 0: bytes.removeLast(bytes.count - place)
      case 1: bytes[place] ^= 1 << UInt8(dice.next() % 8)
      case 2: bytes.insert(UInt8(truncatingIfNeeded: dice.next()), at: place)
      case 3: bytes.remove(at: place)
      case 4: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
      default: break
      }
    }
    return Data(bytes)
  }

  private static func whole(_ dice: inout SplitMix64) -> String {
    let entries = ["count", "name", "profile", "other"].filter { _ in dice.next() % 4 > 0 }.map { key in
      "\"\(key)\" : \(value(&dice))"
    }
    return "{\n  " + entries.joined(separator: ",\n  ") + "\n}\n"
  }

  private static func value(_ dice: inout SplitMix64) -> String {
    let depth = Int(dice.next() % 600)
    return [
      "3", "-17", "\"Ada\"", "null", "true", "1.5", "[]", "{}", #"{"name":"Ada","score":1}"#,
      #"{"name":"Ada"}"#, "1e999", "-1e-999", String(repeating: "9", count: 400), "0.1e+1",
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
      #""\u0000\ud83d\ude00""#, "\"" + String(repeating: "é", count: 40) + "\"",
    ][Int(dice.next() % 18)]
  }
}
