/// All worlds that a model can reach, breadth first, and the verdicts about its properties.
struct OracleSearch {
  /// A step from one world to another.
  struct Edge {
    let from: Int
    let to: Int
    /// The end of an effect; nil for an event from outside.
    let end: EndedEffect?
    /// Indicates whether it was accepted or has changed something.
    let isWayOut: Bool
  }

  /// The end of an effect, and which effects are the same ones afterwards.
  struct EndedEffect {
    let effect: Int
    let isYield: Bool
    /// For each effect in flight afterwards, its number before; -1 for one that was enqueued meanwhile.
    let origins: [Int]
  }

  let model: OracleModel
  /// The worlds in the order in which they were found, the nearest first.
  private(set) var worlds: [OracleWorld] = []
  private(set) var depths: [Int] = []
  private(set) var edges: [Edge] = []
  /// The number of edges without those of refused events that changed nothing.
  private(set) var transitions = 0
  /// The number of times that an event was refused, and those of the root's events, by number.
  private(set) var refusals = 0
  private(set) var refusedByRoot: [Int: Int] = [:]
  private(set) var sentToRoot: Set<Int> = []
  private(set) var changedByRoot: Set<Int> = []
  /// The length of the shortest path to an error that no map turns into an event, by its code.
  private(set) var failures: [Int: Int] = [:]
  /// The types of effects in flight that never end, because the plan lists no end.
  private(set) var endless: Set<OracleEffectType> = []
  private var numbers: [OracleWorld: Int] = [:]
  /// The first world that was not expanded.
  private var next = 0

  /// Indicates whether there is a world from which no step was taken.
  var isComplete: Bool { next == worlds.count }

  /// Searches up to a distance.
  ///
  /// - Returns: nil if there are more worlds than the limit.
  init?(_ model: OracleModel, depth: Int, limit: Int) {
    self.model = model
    _ = number(of: OracleMachine.initialWorld(of: model), depth: 0)
    while next < worlds.count, depths[next] < depth {
      expand(next)
      guard worlds.count <= limit else { return nil }
      next += 1
    }
  }

  private mutating func number(of world: OracleWorld, depth: Int) -> Int {
    if let known = numbers[world] { return known }
    numbers[world] = worlds.count
    worlds.append(world)
    depths.append(depth)
    return worlds.count - 1
  }

  private mutating func expand(_ index: Int) {
    let world = worlds[index].withNumberedEffects
    endless.formUnion(world.effects.filter { $0.consequences.isEmpty }.map(\.effectType))
    for target in model.targets {
      for node in world.nodes(at: target) {
        for event in model.offeredEvents(to: OracleCursor(world: world, node: node)) {
          var machine = OracleMachine(model, in: world)
          let outcome = machine.send(event, to: node)
          let isChange = add(index, outcome, machine.world, nil)
          guard target == .root else { continue }
          sentToRoot.insert(event)
          if isChange { changedByRoot.insert(event) }
          if outcome == .refused { refusedByRoot[event, default: 0] += 1 }
        }
      }
    }
    for node in world.nodes.indices {
      for effect in world.nodes[node].effects where effect.hasStarted {
        for consequence in effect.consequences {
          var machine = OracleMachine(model, in: world)
          let outcome = machine.end(effect, of: node, as: consequence)
          let after = machine.world
          let end = EndedEffect(
            effect: effect.number,
            isYield: consequence.end.isYield,
            origins: after.effects.map(\.number)
          )
          _ = add(index, outcome, after, end)
        }
      }
    }
  }

  /// Adds a step.
  ///
  /// - Returns: whether it led to another world.
  private mutating func add(
    _ from: Int,
    _ outcome: OracleMachine.Outcome,
    _ world: OracleWorld,
    _ end: EndedEffect?
  ) -> Bool {
    let to = number(of: world, depth: depths[from] + 1)
    edges.append(Edge(from: from, to: to, end: end, isWayOut: outcome == .accepted || to != from))
    if outcome == .refused { refusals += 1 }
    if outcome == .accepted || to != from { transitions += 1 }
    if case .failed(let code) = outcome {
      failures[code] = min(failures[code] ?? .max, depths[from] + 1)
    }
    return to != from
  }

  // MARK: Verdicts

  /// Returns the length of the shortest flow that decides a property: that breaks it, or for `REACHES` satisfies it.
  ///
  /// - Parameter isFair: see ``OracleSettling``.
  /// - Returns: nil if there is none.
  func decidingLength(of property: OracleProperty, isFair: Bool = true) -> Int? {
    let holds = worlds.map { property.holds(in: $0.root) }
    if property.quantifier.isAboutEffects {
      let unsettled = OracleSettling(worlds, edges, holds, isFair: isFair).unsettled
      return lengthOfWay(to: unsettled, holds) { world in
        property.quantifier == .eventually ? world == 0 : property.isPremise(worlds[world].root)
      }
    }
    let deciding: [Int] =
      switch property.quantifier {
      case .always: holds.indices.filter { !holds[$0] }
      case .never, .reaches: holds.indices.filter { holds[$0] }
      case .alwaysReachable: deadEnds(holds)
      case .neverStuck: worlds.indices.filter { !holds[$0] && isStuck($0) }
      case .settles, .leadsTo, .eventually: []
      }
    return deciding.map { depths[$0] }.min()
  }

  /// Returns the length of the shortest flow to a world that satisfies a premise, and from there by ends of effects to one
  /// of some others, while a condition never holds.
  private func lengthOfWay(to goals: [Int], _ holds: [Bool], from isStart: (Int) -> Bool) -> Int? {
    var distances = [Int?](repeating: nil, count: worlds.count)
    for goal in goals { distances[goal] = 0 }
    for _ in worlds {
      for edge in edges where edge.end != nil && !holds[edge.from] {
        guard let next = distances[edge.to], next + 1 < distances[edge.from] ?? .max else { continue }
        distances[edge.from] = next + 1
      }
    }
    return worlds.indices.filter(isStart).compactMap { start in distances[start].map { depths[start] + $0 } }
      .min()
  }

  /// Indicates whether no event is accepted in a world, and no effect is in flight.
  private func isStuck(_ world: Int) -> Bool {
    worlds[world].effects.isEmpty && !edges.contains { $0.from == world && $0.isWayOut }
  }

  /// Returns the worlds from which no path leads to one where a condition holds.
  private func deadEnds(_ holds: [Bool]) -> [Int] {
    var leads = holds
    while true {
      let more = edges.filter { leads[$0.to] && !leads[$0.from] }
      if more.isEmpty { return leads.indices.filter { !leads[$0] } }
      for edge in more { leads[edge.from] = true }
    }
  }
}
