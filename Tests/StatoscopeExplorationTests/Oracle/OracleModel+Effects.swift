import Statoscope

/// A type of effects.
enum OracleEffectType: String, CaseIterable, Sendable {
  case load, save
  /// A stream.
  case feed

  var isStream: Bool { self == .feed }
}

/// An identifier of an effect: equal ones of different types are different.
enum OracleID: CaseIterable, Sendable {
  case text, number, small
}

/// An effect that an update enqueues.
struct OracleLaunch: Sendable {
  var effectType: OracleEffectType
  var parameter: OracleExpression
  var id: OracleID?
  var policy: EffectPolicy
  var map: OracleMap
}

/// The maps of an effect, which make events of its results.
struct OracleMap: Sendable {
  /// The event of a result.
  var completion: Int
  /// The event of an error; nil where no map turns errors into events.
  var failure: Int?
  /// The event after the last of a stream.
  var end: Int?
  /// A value that the maps capture when the effect is enqueued.
  var tag: OracleExpression
  /// Indicates whether the event does not carry the result.
  var isConstant: Bool
}

/// An end of an effect that a plan lists, or an element of a stream.
enum OracleEnd: Hashable, Sendable {
  case yields(Int)
  case completes(Int)
  case fails(Int)

  var isYield: Bool {
    if case .yields = self { true } else { false }
  }
}

/// Further ends of the effects of some scopes.
struct OracleEndsOfSome: Sendable {
  var target: OracleTarget
  var effectType: OracleEffectType
  var ends: [OracleEnd]
}

/// A condition that is promised of the states.
struct OracleProperty: Sendable {
  enum Quantifier: String, CaseIterable, Sendable {
    case always = "ALWAYS"
    case never = "NEVER"
    case reaches = "REACHES"
    case alwaysReachable = "ALWAYS_REACHABLE"
    case settles = "SETTLES"
    case leadsTo = "LEADS_TO"
    case eventually = "EVENTUALLY"
    case neverStuck = "NEVER_STUCK"

    /// Indicates whether it is about what effects lead to.
    var isAboutEffects: Bool { self == .settles || self == .leadsTo || self == .eventually }

    /// Indicates whether it is judged on the whole graph.
    var isOfGraph: Bool {
      switch self {
      case .always, .never, .reaches: false
      case .alwaysReachable, .settles, .leadsTo, .eventually, .neverStuck: true
      }
    }
  }

  var quantifier: Quantifier
  /// It is satisfied by a state in which one of these scopes satisfies the condition.
  var target: OracleTarget
  var condition: OracleCondition
  /// For `LEADS_TO`, the condition after which the other one has to come to hold.
  var premise: OracleCondition?

  func holds(in root: some OracleReadable) -> Bool {
    root.scopes(at: target).contains { $0.satisfies(condition) }
  }

  func isPremise(_ root: some OracleReadable) -> Bool {
    guard let premise else { return true }
    return root.scopes(at: target).contains { $0.satisfies(premise) }
  }
}

extension OracleReadable {
  fileprivate func satisfies(_ condition: OracleCondition) -> Bool {
    condition.holds(in: self, effects: listedEffects)
  }
}
