import Statoscope

/// Something that runs code of the app when its last reference is released: a capture, or a part of a value.
final class ReleasePoint: Sendable {
  private let point: ReentrantPoint

  init(_ point: ReentrantPoint) { self.point = point }

  deinit { ReentrantWorld.appRuns(at: point) }
}

/// An identifier of effects that runs code of the app when it is hashed or compared.
struct ReentrantID: Hashable, Sendable {
  let number: Int

  static func == (one: ReentrantID, other: ReentrantID) -> Bool {
    ReentrantWorld.appRuns(at: .idEqual)
    return one.number == other.number
  }

  func hash(into hasher: inout Hasher) {
    ReentrantWorld.appRuns(at: .idHash)
    hasher.combine(number)
  }
}

/// A key of a dictionary of scopes that runs code of the app when it is hashed, compared or described.
struct ReentrantKey: Hashable, CustomStringConvertible, CustomDebugStringConvertible {
  let number: Int

  static func == (one: ReentrantKey, other: ReentrantKey) -> Bool {
    ReentrantWorld.appRuns(at: .keyEqual)
    return one.number == other.number
  }

  func hash(into hasher: inout Hasher) {
    ReentrantWorld.appRuns(at: .keyHash)
    hasher.combine(number)
  }

  var description: String {
    ReentrantWorld.appRuns(at: .keyText)
    return "key\(number)"
  }

  var debugDescription: String { description }
}

/// A value of a scope's state that runs code of the app when it is compared, described, coded or released.
struct ReentrantState: Equatable, Sendable, Codable, CustomStringConvertible {
  let number: Int
  private let release = ReleasePoint(.valueDeinit)

  init(_ number: Int) { self.number = number }

  static func == (one: ReentrantState, other: ReentrantState) -> Bool {
    ReentrantWorld.appRuns(at: .stateEqual)
    return one.number == other.number
  }

  var description: String {
    ReentrantWorld.appRuns(at: .stateText)
    return "state \(number)"
  }

  init(from decoder: any Decoder) throws {
    ReentrantWorld.appRuns(at: .stateCoding)
    number = try decoder.singleValueContainer().decode(Int.self)
  }

  func encode(to encoder: any Encoder) throws {
    ReentrantWorld.appRuns(at: .stateCoding)
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

/// A value that scopes look up, whose default runs code of the app.
struct ReentrantTag: Injectable, Sendable {
  let number: Int
  private let release = ReleasePoint(.valueDeinit)

  init(_ number: Int) { self.number = number }

  static var defaultValue: ReentrantTag {
    ReentrantWorld.appRuns(at: .defaultValue)
    return ReentrantTag(-1)
  }
}

/// A case with a scope, or without one, that runs code of the app when it is asked for it.
enum ReentrantScreen: ScopeEnum {
  case detail(ReentrantScope)
  case labelled(ReentrantState, ReentrantScope)
  case text(ReentrantState)

  var scope: ScopeNode? {
    ReentrantWorld.appRuns(at: .caseScope)
    return content
  }

  var content: ReentrantScope? {
    switch self {
    case .detail(let scope), .labelled(_, let scope): scope
    case .text: nil
    }
  }
}

/// An event, by its number; what it does is chosen when it is handled.
struct ReentrantEvent: Sendable, CustomStringConvertible {
  let number: Int
  /// Indicates an event of a check, which changes nothing.
  var isProbe = false
  /// The effect that ended in it, or yielded it.
  var order: ReentrantOrder?

  var description: String {
    ReentrantWorld.appRuns(at: .eventText)
    return "event \(number)"
  }
}

struct ReentrantFailure: Error, CustomStringConvertible {
  var description: String {
    ReentrantWorld.appRuns(at: .eventText)
    return "failure"
  }
}
