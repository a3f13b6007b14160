/// A random app as plain data: the scopes that may exist, and what each of their events does.
///
/// It is interpreted twice, and independently: by ``OracleMachine`` on plain values, from the rules of DESIGN.md alone,
/// and by scopes (``OracleScope``), which an exploration sees as it sees any others. Neither holds it as state.
struct OracleModel: Sendable {
  /// The model that scopes interpret.
  @TaskLocal static var current = OracleModel()

  /// Indicates whether the root's state is in wrappers that announce changes rather than in plain properties.
  var hasAnnouncingRoot = false
  /// The properties with children that the model uses, besides `one`, which always has a scope.
  var slots: Set<OracleSlot> = []
  /// The events of each class of scopes, by number.
  var events: [OracleKind: [OracleEvent]] = [:]
  /// The events that the closure of `EXPLORE` sends to the root.
  var given: [Int] = []
  /// The ends that `EFFECT` lists for effects of any scope.
  var ends: [OracleEffectType: [OracleEnd]] = [:]
  /// The ends that `EFFECT` lists for effects of some scopes only.
  var endsOfSome: OracleEndsOfSome?
  var properties: [OracleProperty] = []
  /// The number of effects of one scope in flight at which it enqueues no more.
  var mostEffects = 2

  /// Returns the scopes that events are sent to.
  var targets: [OracleTarget] { OracleTarget.allCases.filter { slots.isSuperset(of: $0.slots) } }

  func event(_ number: Int, of kind: OracleKind) -> OracleEvent { events[kind]?[number] ?? OracleEvent() }

  /// Returns the events that `EVENTS` lists for a scope in its current state.
  func offeredEvents(to scope: some OracleReadable) -> [Int] {
    let events = events[scope.kind] ?? []
    return events.indices.filter { number in
      guard events[number].isOffered else { return false }
      guard let condition = events[number].condition, !events[number].isOfferedAlways else { return true }
      return condition.holds(in: scope, for: OracleCall(number), effects: scope.listedEffects)
    }
  }
}

/// A class of scopes.
enum OracleKind: Int, CaseIterable {
  case root, part, other
}

/// A property that holds children.
enum OracleSlot: String, CaseIterable {
  /// Properties of the root: a `Part`, a `Part?`, `[Part]`, `[String: Other]`, an optional case, a list of cases.
  case one, maybe, row, named, screen, path
  /// An `Other?` of a `Part`.
  case inner
}

/// The scopes that an `EVENTS` or an `EFFECT` names.
enum OracleTarget: String, CaseIterable {
  case root, one, maybe, row, named, screenPart, screenOther, pathPart, pathOther, inner, maybeInner

  /// The properties on the path from the root.
  var slots: [OracleSlot] {
    switch self {
    case .root: []
    case .one: [.one]
    case .maybe: [.maybe]
    case .row: [.row]
    case .named: [.named]
    case .screenPart, .screenOther: [.screen]
    case .pathPart, .pathOther: [.path]
    case .inner: [.one, .inner]
    case .maybeInner: [.maybe, .inner]
    }
  }

  var kind: OracleKind {
    switch self {
    case .root: .root
    case .one, .maybe, .row, .screenPart, .pathPart: .part
    case .named, .screenOther, .pathOther, .inner, .maybeInner: .other
    }
  }
}

/// What happens to a scope: an event with its values.
struct OracleCall: Hashable, Sendable {
  var number: Int
  /// What the map of an effect has captured.
  var tag = 0
  /// What the effect ended with.
  var value = 0
  var origin = Origin.sent

  enum Origin {
    case sent, completed, failed, ended
  }

  init(_ number: Int, tag: Int = 0, value: Int = 0, origin: Origin = .sent) {
    (self.number, self.tag, self.value, self.origin) = (number, tag, value, origin)
  }
}

/// An event of a class of scopes.
struct OracleEvent: Sendable {
  /// Indicates whether an `EVENTS` lists it; the others are only sent by effects and other scopes.
  var isOffered = false
  /// Indicates whether it is listed where its condition does not hold, too, and is refused there.
  var isOfferedAlways = false
  /// The condition under which it is valid.
  var condition: OracleCondition?
  var operations: [OracleOperation] = []

  /// Indicates whether it sends no events, so that other scopes may send it.
  var isQuiet: Bool {
    !operations.contains { operation in
      switch operation {
      case .sendToChildren, .sendToRoot: true
      default: false
      }
    }
  }
}

/// One statement of an update.
indirect enum OracleOperation: Sendable {
  case set(Int, OracleExpression)
  /// Throws an `InvalidStateError` where the condition does not hold.
  case require(OracleCondition)
  case onlyIf(OracleCondition, OracleOperation)
  case enqueue(OracleLaunch)
  case cancelID(OracleID)
  case cancelWhere(OracleEffectType, parameter: Int?)
  case cancelAll
  /// Puts a new child into a property: at the end of a list, under a key, or in place of the former.
  case present(OracleSlot, OracleScreenCase)
  /// Removes a child: at an index of a list, if it exists, or under a key.
  case dismiss(OracleSlot, Int)
  case reverse(OracleSlot)
  /// Changes a variable of all children in a property.
  case setInChildren(OracleSlot, Int, OracleExpression)
  /// Sends an event to all children of a class in a property.
  case sendToChildren(OracleSlot, OracleKind, Int)
  /// Sends an event to the root.
  case sendToRoot(Int)
  /// Removes the scope itself from its superscope.
  case leave
  /// Takes the child in `maybe` out of the tree, and keeps it in a property that is no subscope.
  case park
  /// Puts the child that was kept back, unless there is another one.
  case unpark
}

/// A case of the screens that `screen` and `path` hold.
enum OracleScreenCase: Sendable {
  case part
  case other(tag: Int)
  case note(Int)
}

/// A number from 0 to 2.
enum OracleExpression: Sendable {
  case constant(Int)
  case variable(Int)
  /// The number after that of a variable, from the beginning after the last.
  case next(Int)
  case tag
  case value

  func number(in scope: some OracleReadable, for call: OracleCall) -> Int {
    switch self {
    case .constant(let number): number
    case .variable(let index): scope.variable(index)
    case .next(let index): (scope.variable(index) + 1) % 3
    case .tag: call.tag
    case .value: call.value
    }
  }
}

indirect enum OracleCondition: Sendable {
  case variable(Int, is: Int)
  case tag(is: Int)
  case value(is: Int)
  /// At least so many effects of the scope itself are in flight, of a type or of any.
  case effects(OracleEffectType?, atLeast: Int)
  /// The oldest effect of the scope is of a type.
  case oldest(OracleEffectType)
  case children(OracleSlot, atLeast: Int)
  /// `screen` shows a case without a scope.
  case note(Int)
  case not(OracleCondition)
  case both(OracleCondition, OracleCondition)

  func holds(
    in scope: some OracleReadable,
    for call: OracleCall = OracleCall(0),
    effects: [OracleListedEffect]
  ) -> Bool {
    switch self {
    case .variable(let index, let number): scope.variable(index) == number
    case .tag(let number): call.tag == number
    case .value(let number): call.value == number
    case .effects(let effectType, let number):
      effects.count { effectType == nil || $0.effectType == effectType } >= number
    case .oldest(let effectType): effects.first?.effectType == effectType
    case .children(let slot, let number): scope.children(in: slot).count >= number
    case .note(let number): scope.note == number
    case .not(let condition): !condition.holds(in: scope, for: call, effects: effects)
    case .both(let first, let second):
      first.holds(in: scope, for: call, effects: effects)
        && second.holds(in: scope, for: call, effects: effects)
    }
  }
}

/// A scope that conditions and expressions read: one of the library's, or plain values.
protocol OracleReadable {
  var kind: OracleKind { get }
  /// The effects in flight, oldest first.
  var listedEffects: [OracleListedEffect] { get }
  /// The number of the case that `screen` shows, if it has no scope.
  var note: Int? { get }
  func variable(_ index: Int) -> Int
  func children(in slot: OracleSlot) -> [any OracleReadable]
}

extension OracleReadable {
  /// Returns the scopes at a target, if this is the root.
  func scopes(at target: OracleTarget) -> [any OracleReadable] {
    var found: [any OracleReadable] = [self]
    for slot in target.slots { found = found.flatMap { $0.children(in: slot) } }
    return found.filter { $0.kind == target.kind }
  }
}

struct OracleListedEffect: Hashable {
  let effectType: OracleEffectType
  let parameter: Int
}
