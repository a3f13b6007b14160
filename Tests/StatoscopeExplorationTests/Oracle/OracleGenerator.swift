import Statoscope
import TestSupport

/// A generator of random models.
///
/// Each model has only some of the features, so that most are small, and each feature meets each other one alone.
struct OracleGenerator {
  private var random: SplitMix64
  private var model = OracleModel()
  private var effectTypes: [OracleEffectType] = [.load]
  private var ids: [OracleID?] = [nil]
  private var policies: [EffectPolicy] = [.all]
  private var (hasTags, hasFailures, hasCancellations, hasSends) = (false, false, false, false)
  /// Indicates whether most events enqueue effects, whose ends enqueue the next: whether that settles is the question.
  private var isBusy = false

  /// Makes the model of a round.
  static func model(seed: UInt64, round: Int) -> OracleModel {
    var generator = OracleGenerator(
      random: SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(round))
    )
    return generator.make()
  }

  private init(random: SplitMix64) { self.random = random }

  private mutating func make() -> OracleModel {
    chooseFeatures()
    for kind in OracleKind.allCases where hasScopes(of: kind) {
      // In advance, because events refer to each other by number.
      model.events[kind] = Array(
        repeating: OracleEvent(),
        count: kind == .root ? number(2...4) : number(2...3)
      )
    }
    // Those that others send come first.
    for kind in OracleKind.allCases {
      for index in model.events[kind, default: []].indices {
        let event = event(of: kind, isQuiet: index < 2, isOffered: index == 0)
        model.events[kind]?[index] = event
      }
    }
    if chance(20) { model.given = (0..<number(1...2)).map { _ in anyEvent(of: .root) } }
    let quantifiers = OracleProperty.Quantifier.allCases.shuffled(using: &random)
    let chosen: [OracleProperty.Quantifier] =
      isBusy ? [.settles, .settles, .leadsTo, .eventually] : Array(quantifiers.prefix(number(2...4)))
    for quantifier in chosen {
      let target = any(model.targets)
      var property = OracleProperty(
        quantifier: quantifier,
        target: target,
        condition: condition(of: target.kind, isPayloadKnown: false)
      )
      if quantifier == .leadsTo { property.premise = condition(of: target.kind, isPayloadKnown: false) }
      model.properties.append(property)
    }
    return model
  }

  private mutating func chooseFeatures() {
    model.hasAnnouncingRoot = chance(50)
    if chance(60) {
      let slots: [OracleSlot] = [.one, .maybe, .row, .named, .screen, .path]
      model.slots = Set(slots.shuffled(using: &random).prefix(number(1...2)))
      if chance(20) { model.slots.insert(.inner) }
    }
    if chance(60) { effectTypes = [.load, any([.save, .feed])] }
    if chance(60) { ids += OracleID.allCases.shuffled(using: &random).prefix(number(1...2)).map { $0 } }
    if ids.count > 1 {
      policies += [.replace, .ignore, .queue].shuffled(using: &random).prefix(number(1...3))
    }
    hasTags = chance(50)
    hasFailures = chance(15)
    hasCancellations = chance(50)
    hasSends = chance(30)
    model.mostEffects = any([1, 2, 2, 2, 3])
    isBusy = chance(30)
    if isBusy {
      effectTypes = [.load, any([.save, .feed])]
      model.mostEffects = number(2...3)
    }
    for effectType in effectTypes where chance(90) { model.ends[effectType] = ends(of: effectType) }
    if chance(20) {
      let possible = OracleEndsOfSome.all.filter {
        model.slots.isSuperset(of: $0.target.slots) && effectTypes.contains($0.effectType)
      }
      model.endsOfSome = possible.randomElement(using: &random)
    }
  }

  private mutating func ends(of effectType: OracleEffectType) -> [OracleEnd] {
    let values = [0, 1].shuffled(using: &random)
    var ends = values.prefix(number(0...2)).map { OracleEnd.completes($0) }
    if chance(40) { ends.append(.fails(values[0])) }
    if effectType.isStream, chance(70) { ends.insert(.yields(values[1]), at: 0) }
    return ends
  }

  private func hasScopes(of kind: OracleKind) -> Bool {
    switch kind {
    case .root: true
    case .part: !model.slots.isDisjoint(with: [.one, .maybe, .row, .screen, .path])
    case .other: !model.slots.isDisjoint(with: [.named, .screen, .path, .inner])
    }
  }

  // MARK: Events

  private mutating func event(of kind: OracleKind, isQuiet: Bool, isOffered: Bool) -> OracleEvent {
    var event = OracleEvent()
    event.isOffered = isOffered || chance(60)
    event.isOfferedAlways = chance(30)
    if chance(50) { event.condition = condition(of: kind, isPayloadKnown: true) }
    for _ in 0..<number(1...3) { event.operations.append(operation(of: kind, isQuiet: isQuiet)) }
    // A scope that is removed cannot enqueue: that is an error of its own.
    if event.operations.contains(where: \.mayRemoveScope) { event.operations.removeAll(where: \.enqueues) }
    if let first = event.operations.firstIndex(where: \.mayRemoveScope) {
      // The root of its tree is the scope itself then, whose own event may be one that enqueues.
      let rest = event.operations.dropFirst(first + 1).filter { !$0.mayRemoveScope }
      event.operations = event.operations.prefix(first + 1) + rest
    }
    return event
  }

  private mutating func operation(of kind: OracleKind, isQuiet: Bool) -> OracleOperation {
    if isBusy, chance(60) { return .enqueue(launch(of: kind)) }
    switch number(0...19) {
    case 0...4: return .set(number(0...2), expression(isPayloadKnown: true))
    case 5...10: return .enqueue(launch(of: kind))
    case 11...12 where hasCancellations:
      switch number(0...3) {
      case 0: return .cancelAll
      case 1: return .cancelWhere(any(effectTypes), parameter: chance(50) ? number(0...1) : nil)
      default: return any(ids).map { .cancelID($0) } ?? .cancelAll
      }
    case 13: return .require(condition(of: kind, isPayloadKnown: true))
    case 14:
      let condition = condition(of: kind, isPayloadKnown: true)
      return .onlyIf(condition, simpleOperation(of: kind))
    case 15...16 where hasSends && !isQuiet: return sending(of: kind)
    case 17 where kind == .other: return chance(50) ? .leave : .cancelAll
    default: return changeOfChildren(of: kind)
    }
  }

  private mutating func simpleOperation(of kind: OracleKind) -> OracleOperation {
    switch number(0...2) {
    case 0: .set(number(0...2), expression(isPayloadKnown: true))
    case 1: .enqueue(launch(of: kind))
    default: changeOfChildren(of: kind)
    }
  }

  private mutating func changeOfChildren(of kind: OracleKind) -> OracleOperation {
    let slots = slots(of: kind)
    guard !slots.isEmpty else { return .set(number(0...2), expression(isPayloadKnown: true)) }
    let slot = any(slots)
    switch number(0...6) {
    case 0...2: return .present(slot, screen())
    case 3: return .dismiss(slot, number(0...1))
    case 4 where slot == .row || slot == .path: return .reverse(slot)
    case 4 where slot == .maybe && !model.hasAnnouncingRoot: return chance(50) ? .park : .unpark
    case 5: return .setInChildren(slot, number(0...2), expression(isPayloadKnown: true))
    default: return .present(slot, screen())
    }
  }

  private mutating func sending(of kind: OracleKind) -> OracleOperation {
    let slots = slots(of: kind)
    guard kind == .root, !slots.isEmpty else {
      return kind == .root ? .set(0, .next(0)) : .sendToRoot(number(0...1))
    }
    let slot = any(slots)
    let kinds: [OracleKind] =
      switch slot {
      case .one, .maybe, .row: [.part]
      case .named, .inner: [.other]
      case .screen, .path: [.part, .other]
      }
    return .sendToChildren(slot, any(kinds), number(0...1))
  }

  private func slots(of kind: OracleKind) -> [OracleSlot] {
    // Sorted: the order of a set is another in each process.
    let slots = OracleSlot.allCases.filter(model.slots.contains)
    return switch kind {
    case .root: slots.filter { $0 != .inner }
    case .part: slots.filter { $0 == .inner }
    case .other: []
    }
  }

  private mutating func screen() -> OracleScreenCase {
    switch number(0...3) {
    case 0: .note(number(0...1))
    case 1: .other(tag: number(0...1))
    default: .part
    }
  }

  private mutating func launch(of kind: OracleKind) -> OracleLaunch {
    let id = any(ids)
    return OracleLaunch(
      effectType: any(effectTypes),
      parameter: chance(60) ? .constant(number(0...1)) : .variable(number(0...2)),
      id: id,
      policy: any(policies),
      map: OracleMap(
        completion: anyEvent(of: kind),
        failure: hasFailures && chance(50) ? nil : anyEvent(of: kind),
        end: chance(30) ? anyEvent(of: kind) : nil,
        tag: hasTags ? any([.constant(1), .variable(0), .variable(1), .value]) : .constant(0),
        isConstant: chance(30)
      )
    )
  }

  private mutating func anyEvent(of kind: OracleKind) -> Int {
    number(0...(model.events[kind, default: []].count - 1))
  }

  // MARK: Values

  private mutating func expression(isPayloadKnown: Bool) -> OracleExpression {
    switch number(0...6) {
    case 0...2: .constant(number(0...2))
    case 3: .variable(number(0...2))
    case 4 where isPayloadKnown: .tag
    case 5 where isPayloadKnown: .value
    default: .next(number(0...2))
    }
  }

  private mutating func condition(of kind: OracleKind, isPayloadKnown: Bool) -> OracleCondition {
    switch number(0...11) {
    case 0...3: return .variable(number(0...2), is: number(0...1))
    case 4: return .not(.variable(number(0...2), is: number(0...1)))
    case 5: return .not(.effects(nil, atLeast: 1))
    case 6: return .effects(any(effectTypes), atLeast: number(1...2))
    case 7: return .oldest(any(effectTypes))
    case 8 where isPayloadKnown: return chance(50) ? .value(is: 1) : .tag(is: 1)
    case 9 where kind == .root && model.slots.contains(.screen): return .note(number(0...1))
    case 9...10 where !slots(of: kind).isEmpty:
      let isThere = OracleCondition.children(any(slots(of: kind)), atLeast: number(1...2))
      return chance(50) ? isThere : .not(isThere)
    case 11:
      return .both(.variable(0, is: number(0...1)), condition(of: kind, isPayloadKnown: isPayloadKnown))
    default: return .variable(number(0...2), is: number(0...2))
    }
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

  private mutating func any<Value>(_ values: [Value]) -> Value {
    values[number(0...(values.count - 1))]
  }
}

extension OracleOperation {
  /// Indicates whether the scope may have left its tree afterwards.
  fileprivate var mayRemoveScope: Bool {
    switch self {
    case .sendToRoot, .leave: true
    default: false
    }
  }

  fileprivate var enqueues: Bool {
    switch self {
    case .enqueue: true
    case .onlyIf(_, let operation): operation.enqueues
    default: false
    }
  }
}
