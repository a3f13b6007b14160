import Statoscope

#if canImport(Combine)
  import Combine
#endif

/// A scope with stored values, for the tests of storage.
final class Tally: Scope, ObservableObject {
  enum When: Sendable {
    case increment
    case set(Int)
    case rename(String?)
    case incrementTwiceAndThrow
    case read
  }

  @Stored("count") var count = 0
  @Stored("name") var name: String?
  @Published private(set) var readings: [Int] = []

  var doubled: Int { count * 2 }

  func update(_ when: When) throws {
    switch when {
    case .increment: count += 1
    case .set(let value): count = value
    case .rename(let name): self.name = name
    case .incrementTwiceAndThrow:
      count += 1
      count += 1
      throw InvalidStateError()
    case .read: readings.append(count)
    }
  }
}

/// Two counters in one tree.
final class TallyDesk: Scope, ObservableObject {
  enum When: Sendable {
    case increment
    case swap
  }

  @Published private(set) var isSwapped = false
  @Subscope var left = Tally()
  @Subscope var right: Tally? = Tally()
  @Stored("count") var count = 0

  func update(_ when: When) throws {
    switch when {
    case .increment: count += 1
    case .swap:
      isSwapped.toggle()
      right = Tally()
    }
  }
}

/// A value that a property list cannot hold as it is.
struct TallyProfile: Codable, Equatable, Sendable {
  var name: String
  var score: Double
}

/// The keys of `Tally` and one more, by themselves.
struct TallySchema: StorageSchema {
  @Stored("count") var count = 0
  @Stored("name") var name: String?
  @Stored("profile") var profile = TallyProfile(name: "unknown", score: 0)
  var greeting: String { "Hello, \(name ?? "you")!" }
}
