import Statoscope

#if canImport(Combine)
  import Combine
#endif

// The scopes that interpret a model. Their variables are in all kinds of storage: announced and plain, in place, behind
// references, in superclasses, withheld from texts, and in values whose description hides what they are.

/// The properties with children of both classes of roots.
class OracleRoot: ScopeNode {
  @Subscope var one = OraclePart()
  @Subscope var maybe: OraclePart?
  @Subscope var row: [OraclePart] = []
  @Subscope var named: [String: OracleOther] = [:]
  @Subscope var screen: OracleScreen?
  @Subscope var path: [OracleScreen] = []
}

/// A case that shows one of two classes of scopes, beside plain state, or plain state alone.
enum OracleScreen: ScopeEnum {
  case part(OraclePart)
  case other(OracleOther, tag: Int)
  case note(Int)
}

/// A root whose own state is announced.
final class OracleAnnouncingRoot: OracleRoot, ScopeProtocol, ObservableObject {
  typealias When = OracleWhen

  @Published private var first = 0
  @Published private var pair = OraclePair()
  @Stored("third") private var third = 0

  func update(_ when: OracleWhen) throws { try interpret(when) }
}

extension OracleAnnouncingRoot: OracleScope {
  static var kind: OracleKind { .root }

  subscript(variable: Int) -> Int {
    get {
      switch variable {
      case 0: first
      case 1: pair.second
      default: third
      }
    }
    set {
      switch variable {
      case 0: first = newValue
      case 1: pair.second = newValue
      default: third = newValue
      }
    }
  }
}

/// A root whose own state is in plain properties, and changes in place.
final class OraclePlainRoot: OracleRoot, ScopeProtocol {
  typealias When = OracleWhen

  private var first = 0
  private let box = OracleBox()
  @Redacted private var secret = 0
  /// A scope that is not in the tree.
  private var spare: OraclePart?

  func update(_ when: OracleWhen) throws { try interpret(when) }

  func park() {
    guard let child = maybe else { return }
    spare = child
    maybe = nil
  }

  func unpark() {
    guard let child = spare, maybe == nil else { return }
    spare = nil
    maybe = child
  }
}

extension OraclePlainRoot: OracleScope {
  static var kind: OracleKind { .root }

  subscript(variable: Int) -> Int {
    get {
      switch variable {
      case 0: first
      case 1: box.number
      default: secret
      }
    }
    set {
      switch variable {
      case 0: first = newValue
      case 1: box.number = newValue
      default: secret = newValue
      }
    }
  }
}

/// A scope whose own state is announced.
final class OraclePart: Scope, ObservableObject {
  typealias When = OracleWhen

  @Published private var first = 0
  @Published private var pair = OraclePair()
  @Published private var isMarked: Bool?
  @Subscope var inner: OracleOther?

  func update(_ when: OracleWhen) throws { try interpret(when) }
}

extension OraclePart: OracleScope {
  static var kind: OracleKind { .part }

  subscript(variable: Int) -> Int {
    get {
      switch variable {
      case 0: first
      case 1: pair.second
      default: isMarked.map { $0 ? 2 : 1 } ?? 0
      }
    }
    set {
      switch variable {
      case 0: first = newValue
      case 1: pair.second = newValue
      default: isMarked = newValue == 0 ? nil : newValue == 2
      }
    }
  }
}

/// A superclass with state of its own.
class OracleInherited: ScopeNode {
  fileprivate var mood = OracleMood.calm
}

/// A scope whose state is announced, and changes behind the announcement, too.
final class OracleOther: OracleInherited, ScopeProtocol, ObservableObject {
  typealias When = OracleLabelledWhen

  @Published private var first = 0
  @Published private var box = OracleBox()

  func update(_ when: OracleLabelledWhen) throws { try interpret(when) }
}

extension OracleOther: OracleScope {
  static var kind: OracleKind { .other }

  subscript(variable: Int) -> Int {
    get {
      switch variable {
      case 0: first
      case 1: box.number
      default: mood.number
      }
    }
    set {
      switch variable {
      case 0: first = newValue
      case 1: box.number = newValue
      default: mood = OracleMood(newValue)
      }
    }
  }
}

/// Two numbers, of which only one changes.
struct OraclePair {
  var first = 1
  var second = 0
}

/// A number that changes in place.
final class OracleBox {
  var number = 0
}

/// A value with the same description for all of its cases, and without an equality of its own.
enum OracleMood: CustomStringConvertible {
  case calm
  case tense
  case wild(OraclePair)

  init(_ number: Int) {
    switch number {
    case 0: self = .calm
    case 1: self = .tense
    default: self = .wild(OraclePair(second: number))
    }
  }

  var number: Int {
    switch self {
    case .calm: 0
    case .tense: 1
    case .wild(let pair): pair.second
    }
  }

  var description: String { "a mood" }
}

// MARK: Events

/// The events of a class of scopes.
protocol OracleEvents: Sendable {
  init(_ call: OracleCall)
  var call: OracleCall { get }
}

/// Events that define their own equality.
enum OracleWhen: OracleEvents, Hashable {
  case sent(Int)
  case completed(Int, tag: Int, value: Int)
  case failed(Int, tag: Int, OracleOffline)
  case ended(Int, tag: Int)

  init(_ call: OracleCall) {
    switch call.origin {
    case .sent: self = .sent(call.number)
    case .completed: self = .completed(call.number, tag: call.tag, value: call.value)
    case .failed: self = .failed(call.number, tag: call.tag, OracleOffline(code: call.value))
    case .ended: self = .ended(call.number, tag: call.tag)
    }
  }

  var call: OracleCall {
    switch self {
    case .sent(let number): OracleCall(number)
    case .completed(let number, let tag, let value):
      OracleCall(number, tag: tag, value: value, origin: .completed)
    case .failed(let number, let tag, let error):
      OracleCall(number, tag: tag, value: error.code, origin: .failed)
    case .ended(let number, let tag): OracleCall(number, tag: tag, origin: .ended)
    }
  }
}

/// Events that all have the same description, and no equality of their own.
enum OracleLabelledWhen: OracleEvents, CustomStringConvertible {
  case first, second, third, fourth
  case returned(OracleWhen)

  init(_ call: OracleCall) {
    switch (call.origin, call.number) {
    case (.sent, 0): self = .first
    case (.sent, 1): self = .second
    case (.sent, 2): self = .third
    case (.sent, 3): self = .fourth
    default: self = .returned(OracleWhen(call))
    }
  }

  var call: OracleCall {
    switch self {
    case .first: OracleCall(0)
    case .second: OracleCall(1)
    case .third: OracleCall(2)
    case .fourth: OracleCall(3)
    case .returned(let when): when.call
    }
  }

  var description: String { "an event" }
}

// MARK: Effects

struct OracleOffline: Error, Hashable {
  let code: Int
}

/// An effect that defines its own equality.
struct OracleLoad: Effect, Hashable {
  let parameter: Int
  func runEffect() async throws -> Int { 0 }
}

/// An effect that reflection compares.
struct OracleSave: Effect {
  let parameter: OraclePair
  func runEffect() async throws -> Int { 0 }
}

struct OracleFeed: StreamEffect, Equatable {
  let parameter: Int
  func stream() -> AsyncStream<Int> { AsyncStream { nil } }
}
