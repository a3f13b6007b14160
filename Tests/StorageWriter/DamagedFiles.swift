import Foundation
import Statoscope
import TestSupport

/// Files damaged by chance, each read and written as an app does.
enum DamagedFiles {
  /// Prints how what was in the files has survived, or the first that has not.
  static func meet(_ count: Int, seed: UInt64) throws {
    StatoscopeLogger.sink = { _, _ in }
    var dice = SplitMix64(seed: seed)
    var ends = ["kept beside": 0, "understood": 0]
    for number in 0..<count {
      let damaged = Damage.text(&dice)
      let folder = try MemoryFolder.make()
      try damaged.write(to: folder.file())
      guard let end = try meet(damaged, in: folder) else {
        print("file \(number) is lost: \(String(decoding: damaged, as: UTF8.self))")
        return
      }
      ends[end, default: 0] += 1
    }
    for (end, count) in ends.sorted(by: { $0.key < $1.key }) { print("\(end): \(count)") }
  }

  /// Reads and writes a damaged file as an app does.
  ///
  /// - Returns: how what was in it has survived, or nil if it has not.
  private static func meet(_ damaged: Data, in folder: TemporaryFolder) throws -> String? {
    let storage = StateStorage.file(folder.file())
    let reader = Reader().injectObject(storage)
    _ = (reader.count, reader.name, storage.snapshot(of: Keys.self).profile)
    reader.send(.set(-5))
    guard reader.count == -5, try storage.read(Int.self, forKey: "count") == -5 else { return nil }
    let kept = try folder.names.filter { $0 != "values.json" }
    if let name = kept.first {
      return try Data(contentsOf: folder.file(name)) == damaged ? "kept beside" : nil
    }
    let before = try values(damaged)
    var after = try values(Data(contentsOf: folder.file()))
    if let preserved = after.removeValue(forKey: "count.damaged-Int") {
      guard let count = before["count"], isSame(preserved, count) else { return nil }
    } else {
      guard before["count"] == nil || before["count"] is Int || before["count"] is NSNull else { return nil }
    }
    let others = [before, after].map { values in values.filter { $0.key != "count" } }
    return isSame(others[0], others[1]) ? "understood" : nil
  }

  /// Not `isEqual`: on Linux an `NSDictionary` is made again at each level, with all that is in it.
  private static func isSame(_ one: Any, _ other: Any) -> Bool {
    switch (one, other) {
    case (let one as [String: Any], let other as [String: Any]):
      one.count == other.count
        && one.allSatisfy { key, value in other[key].map { isSame(value, $0) } ?? false }
    case (let one as [Any], let other as [Any]):
      one.count == other.count && zip(one, other).allSatisfy { isSame($0, $1) }
    case (let one as NSObject, let other as NSObject): one == other
    case (let one as String, let other as String): one == other
    default: false
    }
  }

  private static func values(_ text: Data) throws -> [String: Any] {
    // Foundation refuses numbers that are JSON but fit into no type.
    let text = String(decoding: text, as: UTF8.self)
      .replacingOccurrences(of: "(?<=[0-9])[eE][+-]?[0-9]{2,}", with: "e1", options: .regularExpression)
      .replacingOccurrences(of: "[0-9]{17,}", with: "9", options: .regularExpression)
    return try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
  }
}

/// A scope with stored values.
private final class Reader: Scope {
  enum When { case set(Int) }
  @Stored("count") var count = 0
  @Stored("name") var name: String?
  func update(_ when: When) throws {
    if case .set(let value) = when { count = value }
  }
}

private struct Keys: StorageSchema {
  @Stored("profile") var profile = Profile(name: "unknown", score: 0)
}

private struct Profile: Codable {
  var name: String
  var score: Double
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
    // As deep as Foundation reads, which compares the results.
    let depth = Int(dice.next() % 511)
    return [
      "3", "-17", "\"Ada\"", "null", "true", "1.5", "[]", "{}", #"{"name":"Ada","score":1}"#,
      #"{"name":"Ada"}"#, "1e999", "-1e-999", String(repeating: "9", count: 400), "0.1e+1",
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth),
      String(repeating: "{\"a\":", count: depth) + "1" + String(repeating: "}", count: depth),
      #""\u0000\ud83d\ude00""#, "\"" + String(repeating: "é", count: 40) + "\"",
    ][Int(dice.next() % 18)]
  }
}
