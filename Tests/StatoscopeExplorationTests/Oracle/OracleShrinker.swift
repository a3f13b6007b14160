import Statoscope

/// Makes a model smaller while the oracle and the exploration still disagree about the same kind of value.
struct OracleShrinker {
  /// The kind of the difference that has to stay.
  let kind: String

  /// Returns a comparison of a model of which nothing more can be left out.
  func shrink(_ comparison: OracleComparison) -> OracleComparison {
    var best = comparison
    while let smaller = smallerComparison(than: best) { best = smaller }
    return best
  }

  private func smallerComparison(than comparison: OracleComparison) -> OracleComparison? {
    for model in comparison.model.smallerModels {
      if let smaller = OracleComparison(of: model), smaller.differences.contains(where: { $0.kind == kind }) {
        return smaller
      }
    }
    return nil
  }
}

extension OracleModel {
  /// Models from which one thing was left out.
  fileprivate var smallerModels: [OracleModel] {
    var smaller: [OracleModel] = []
    func add(_ change: (inout OracleModel) -> Void) {
      var model = self
      change(&model)
      smaller.append(model)
    }
    for index in properties.indices { add { $0.properties.remove(at: index) } }
    for index in given.indices { add { $0.given.remove(at: index) } }
    for slot in OracleSlot.allCases where slots.contains(slot) { add { $0.slots.remove(slot) } }
    if endsOfSome != nil { add { $0.endsOfSome = nil } }
    for (effectType, ends) in ends {
      for index in ends.indices { add { $0.ends[effectType]?.remove(at: index) } }
    }
    for (kind, events) in events {
      for (index, event) in events.enumerated() {
        guard event.isOffered || !event.operations.isEmpty || event.condition != nil else { continue }
        add { $0.events[kind]?[index] = OracleEvent() }
        for event in event.smallerEvents { add { $0.events[kind]?[index] = event } }
      }
    }
    if mostEffects > 1 { add { $0.mostEffects -= 1 } }
    if hasAnnouncingRoot { add { $0.hasAnnouncingRoot = false } }
    for index in properties.indices {
      for condition in properties[index].condition.smallerConditions {
        add { $0.properties[index].condition = condition }
      }
    }
    return smaller
  }
}

extension OracleEvent {
  fileprivate var smallerEvents: [OracleEvent] {
    var smaller: [OracleEvent] = []
    func add(_ change: (inout OracleEvent) -> Void) {
      var event = self
      change(&event)
      smaller.append(event)
    }
    for (index, operation) in operations.enumerated() {
      add { $0.operations.remove(at: index) }
      for simpler in operation.simplerOperations { add { $0.operations[index] = simpler } }
    }
    if isOffered { add { $0.isOffered = false } }
    if isOfferedAlways { add { $0.isOfferedAlways = false } }
    if let condition {
      add { $0.condition = nil }
      for smaller in condition.smallerConditions { add { $0.condition = smaller } }
    }
    return smaller
  }
}

extension OracleOperation {
  fileprivate var simplerOperations: [OracleOperation] {
    switch self {
    case .set(let variable, let expression):
      expression.simplerExpressions.map { .set(variable, $0) }
    case .setInChildren(let slot, let variable, let expression):
      expression.simplerExpressions.map { .setInChildren(slot, variable, $0) }
    case .require(let condition): condition.smallerConditions.map { .require($0) }
    case .onlyIf(let condition, let operation):
      [operation] + condition.smallerConditions.map { .onlyIf($0, operation) }
        + operation.simplerOperations.map { .onlyIf(condition, $0) }
    case .enqueue(let launch): launch.simplerLaunches.map { .enqueue($0) }
    case .present(let slot, .other(let tag)) where tag != 0: [.present(slot, .other(tag: 0))]
    default: []
    }
  }
}

extension OracleLaunch {
  fileprivate var simplerLaunches: [OracleLaunch] {
    var simpler: [OracleLaunch] = []
    func add(_ change: (inout OracleLaunch) -> Void) {
      var launch = self
      change(&launch)
      simpler.append(launch)
    }
    if id != nil { add { $0.id = nil } }
    if policy != .all { add { $0.policy = .all } }
    if map.end != nil { add { $0.map.end = nil } }
    if map.isConstant { add { $0.map.isConstant = false } }
    if map.completion != 0 { add { $0.map.completion = 0 } }
    if map.failure ?? 0 != 0 { add { $0.map.failure = 0 } }
    for expression in parameter.simplerExpressions { add { $0.parameter = expression } }
    for expression in map.tag.simplerExpressions { add { $0.map.tag = expression } }
    return simpler
  }
}

extension OracleExpression {
  fileprivate var simplerExpressions: [OracleExpression] {
    switch self {
    case .constant(let number): number == 0 ? [] : [.constant(0)]
    case .variable, .next, .tag, .value: [.constant(0), .constant(1)]
    }
  }
}

extension OracleCondition {
  fileprivate var smallerConditions: [OracleCondition] {
    switch self {
    case .both(let first, let second):
      [first, second] + first.smallerConditions.map { .both($0, second) }
        + second.smallerConditions.map { .both(first, $0) }
    case .not(let condition): condition.smallerConditions.map { .not($0) }
    default: []
    }
  }
}
