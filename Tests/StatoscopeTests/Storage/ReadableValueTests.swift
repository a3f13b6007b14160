import Foundation
import Statoscope
import TestSupport
import Testing

/// What `write` accepts can be read back; everything else is refused, and costs no other key.
@Suite struct ReadableValueTests {
  @Test(arguments: StorageKind.allCases)
  func `the deepest allowed value is read back, and a deeper one is refused`(_ kind: StorageKind) throws {
    try kind.withStorage { storage, reopened in
      try storage.write(1, forKey: "count")
      for depth in [499, 500] {
        try storage.write(Nest(depth: depth), forKey: "nest")
        #expect(try reopened().read(Nest.self, forKey: "nest") == Nest(depth: depth))
      }
      for depth in [501, 510, 511, 512, 513, 600] {
        let error = try #require(throws: StorageError.self) {
          try storage.write(Nest(depth: depth), forKey: "nest")
        }
        guard case .notEncodable("nest", "Nest", let reason) = error else { throw error }
        #expect(reason.contains("500 levels"), "\(depth) levels")
        #expect(reason.contains("keys of their own"), "\(depth) levels")
      }
      #expect(try storage.read(Nest.self, forKey: "nest") == Nest(depth: 500))
      #expect(try reopened().read(Nest.self, forKey: "nest") == Nest(depth: 500))
      #expect(try reopened().read(Int.self, forKey: "count") == 1)
    }
  }

  @Test func `the error of a value that is nested too deep has a remedy`() throws {
    let error = try #require(throws: StorageError.self) {
      try StateStorage.inMemory().write(Nest(depth: 501), forKey: "nest")
    }
    #expect(
      error.description == """
        the Nest for "nest" cannot be encoded, so the old value stays: it could not be read back: \
        it nests more than 500 levels deep. Reduce its nesting, or store its parts under keys of their own.
        """
    )
  }

  @Test func `an update with a value that is nested too deep changes nothing`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try storage.write(1, forKey: "count")
    let text = try folder.read()
    #expect(throws: StorageError.self) {
      try storage.update { edit in
        try edit.write(2, forKey: "count")
        try edit.write(Nest(depth: 501), forKey: "nest")
      }
    }
    #expect(try folder.read() == text)
    #expect(try storage.read(Int.self, forKey: "count") == 1)
  }

  @Test func `a refused value does not prevent deferred writes`() async throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file(), durability: .deferred(by: .seconds(3600)))
    try storage.write(1, forKey: "count")
    #expect(throws: StorageError.self) { try storage.write(Nest(depth: 501), forKey: "nest") }
    try storage.write("Ada", forKey: "name")
    try await storage.flush()
    #expect(try folder.read() == "{\n  \"count\" : 1,\n  \"name\" : \"Ada\"\n}\n")
  }

  @Test func `a property has its old value when a deeper one is refused`() async throws {
    try await withLoggedLines { log in
      let storage = StateStorage.inMemory()
      let nester = Nester().injectObject(storage).send(.nest(500)).send(.nest(501))
      #expect(nester.nest == Nest(depth: 500))
      #expect(log.entries.count == 1)
      #expect(log.entries.first?.contains("\"nest\"") == true)
      #expect(log.entries.first?.contains("500 levels") == true)
    }
  }

  @Test func `a number without a JSON form is refused`() throws {
    let folder = try TemporaryFolder()
    let storage = StateStorage.file(folder.file())
    try storage.write(1, forKey: "count")
    let error = try #require(throws: StorageError.self) { try storage.write(Decimal.nan, forKey: "ratio") }
    #expect(
      error.description == """
        the Decimal for "ratio" cannot be encoded, so the old value stays: it could not be read back: it is \
        invalid at byte 0, where a value is expected. JSON has no numbers like Decimal.nan: store nil instead.
        """
    )
    #expect(throws: StorageError.self) { try storage.write(["ratio": [Decimal.nan]], forKey: "ratios") }
    try storage.write(2, forKey: "count")
    #expect(try StateStorage.file(folder.file()).read(Int.self, forKey: "count") == 2)
    #expect(try folder.names == ["values.json"])
  }

  @Test(arguments: [501, 512])
  func `a deep value of another program is read`(_ depth: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"count\" : 3, \"nest\" : \(Nest.text(depth: depth)) }")
    let storage = StateStorage.file(folder.file())
    #expect(try storage.read(Nest.self, forKey: "nest") == Nest(depth: depth))
    #expect(try storage.read(Int.self, forKey: "count") == 3)
  }

  @Test(arguments: [513, 600, 100_000])
  func `a value that is too deep to be read affects no other key`(_ depth: Int) async throws {
    try await withLoggedLines { _ in
      let folder = try TemporaryFolder()
      try folder.write("{ \"count\" : 3, \"nest\" : \(Nest.text(depth: depth)) }")
      let storage = StateStorage.file(folder.file())
      #expect(throws: StorageError.self) { try storage.read(Nest.self, forKey: "nest") }
      #expect(try storage.read(Int.self, forKey: "count") == 3)
      try storage.write(4, forKey: "count")
      let text = "{\n  \"count\" : 4,\n  \"nest\" : \(Nest.text(depth: depth))\n}\n"
      #expect(try folder.read() == text)
      // Replaced, it is kept.
      try storage.write(Nest(depth: 1), forKey: "nest")
      #expect(try folder.read().contains("\"nest.damaged-Nest\" : \(Nest.text(depth: depth))\n"))
    }
  }

  @Test(arguments: StorageKind.allCases)
  func `each accepted value is read back after reopening`(_ kind: StorageKind) throws {
    var dice = SplitMix64(seed: 30)
    for _ in 0..<20 {
      try kind.withStorage { storage, reopened in
        var values: [(AnyValue, isReadBack: (StateStorage) throws -> Bool)] = []
        for number in 0..<20 {
          // Names that are no property list keys, or nothing at all, are for files.
          let key = kind == .file ? "\(AnyText.make(&dice)) \(number)" : "key \(number)"
          let value = AnyValue.make(&dice)
          values.append((value, value.write(storage, key)))
        }
        let other = reopened()
        for (value, isReadBack) in values {
          let isSame = try isReadBack(other)
          #expect(isSame, "\(value.description)")
        }
      }
    }
  }
}

/// Arrays around each other.
private struct Nest: Codable, Sendable, Equatable {
  let depth: Int

  init(depth: Int) {
    self.depth = depth
  }

  static func text(depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  init(from decoder: any Decoder) throws {
    var (depth, container) = (1, try decoder.unkeyedContainer())
    while !container.isAtEnd {
      container = try container.nestedUnkeyedContainer()
      depth += 1
    }
    self.depth = depth
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for _ in 1..<depth { container = container.nestedUnkeyedContainer() }
  }
}

private final class Nester: Scope {
  enum When { case nest(Int) }
  @Stored("nest") var nest = Nest(depth: 1)
  func update(_ when: When) throws {
    if case .nest(let depth) = when { nest = Nest(depth: depth) }
  }
}

private enum AnyText {
  /// Returns a text of characters that formats treat specially.
  static func make(_ dice: inout SplitMix64) -> String {
    let parts = [
      "\u{0}", "\u{1f}", "\"", "\\", "/", "\n", "\u{2028}", "é", "e\u{301}", "😀", "\u{FEFF}", "{", "]", ",",
      "$null", "a", " ", "\u{7f}", "\\u0000", "null",
    ]
    return (0..<Int(dice.next() % 6)).map { _ in parts[Int(dice.next() % UInt64(parts.count))] }.joined()
  }
}

/// A value of any type that apps store.
private struct AnyValue {
  /// Writes the value, and returns whether a storage has it, or has nothing when it was refused.
  let write: (_ storage: StateStorage, _ key: String) -> (StateStorage) throws -> Bool

  let description: String

  private init<Value: Codable & Sendable & Equatable>(_ value: Value) {
    description = "\(Value.self): \(value)"
    write = { storage, key in
      do { try storage.write(value, forKey: key) } catch {
        return { try $0.read(Value.self, forKey: key) == nil }
      }
      return { try $0.read(Value.self, forKey: key) == value }
    }
  }

  static func make(_ dice: inout SplitMix64) -> AnyValue {
    let (bits, text) = (dice.next(), AnyText.make(&dice))
    let number = Double(bitPattern: bits)
    return switch dice.next() % 16 {
    case 0: AnyValue(bits)
    case 1: AnyValue(Int(truncatingIfNeeded: bits))
    case 2: AnyValue(number)
    case 3: AnyValue(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 4: AnyValue(text)
    case 5: AnyValue([text: [text, "\(bits)"]])
    case 6: AnyValue(Decimal(Int32(truncatingIfNeeded: bits)) / 100)
    case 7: AnyValue([Decimal.nan, 1])
    case 8: AnyValue(Data(text.utf8))
    case 9: AnyValue(Date(timeIntervalSinceReferenceDate: Double(Int32(truncatingIfNeeded: bits))))
    case 10: AnyValue([[Double.infinity, -.infinity, .nan][Int(bits % 3)]])
    case 11: AnyValue(bits % 2 == 0)
    case 12: AnyValue([Optional(text), nil])
    case 13: AnyValue(TallyProfile(name: text, score: number))
    default: AnyValue(Nest(depth: 480 + Int(bits % 40)))
    }
  }
}
