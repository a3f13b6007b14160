import Statoscope

/// Writes pending effects into the keys of states, scope by scope, and records what else no property of a scope shows.
///
/// Two effects are equal if nothing that can happen tells them apart: the effect under the maps, its identifier,
/// whether it has started, and the events that each listed result would produce. So the maps are called, and what they
/// capture counts as far as it makes a difference.
final class EffectWriter {
  /// The identity of an effect.
  private struct Identity: Hashable {
    let scope: ObjectIdentifier
    let generation: UInt64
  }

  /// The root of the tree whose state is written.
  private unowned var root: ScopeNode?
  private let order: EffectOrder
  /// What was written for each effect in this state; nil where each is written once.
  private var written: [Identity: WrittenNumbers]?
  /// The effect of which too many were in flight in one scope.
  private(set) var piledUp: String?
  /// The types of effects with state that reflection does not show.
  var indistinct: Set<String> = []
  /// The closures around the events of scopes, by the names of these.
  private(set) var hooked: Set<String> = []
  private var hookedTypes: Set<ObjectIdentifier> = []

  /// - Parameter repeats: whether the effects of a state are written more than once.
  init(order: EffectOrder, repeats: Bool) {
    self.order = order
    written = repeats ? [:] : nil
  }

  /// Begins with a state.
  func begin(_ root: ScopeNode) {
    self.root = root
    written?.removeAll(keepingCapacity: true)
  }

  /// Records whether closures of the app are called around the events of a scope: they may capture state.
  func recordHooks(of scope: ScopeNode) {
    guard scope.hasHooks, hookedTypes.insert(ObjectIdentifier(type(of: scope))).inserted else { return }
    hooked.insert("what a middleware or a subscriber of \(typeName(type(of: scope))) captures")
  }

  func write(
    _ effects: [PendingEffect],
    of scope: ScopeNode,
    _ sources: [any ChoiceSource],
    into key: StateKeyMaker.Writer
  ) {
    key.write(number: effects.count)
    guard !effects.isEmpty else { return }
    if effects.count >= Self.mostInFlight { findPile(in: effects, of: scope) }
    for effect in effects {
      guard written != nil else {
        write(effect, of: scope, sources, into: key)
        continue
      }
      let identity = Identity(scope: ObjectIdentifier(scope), generation: effect.generation)
      if let known = written?[identity] {
        key.write(known)
      } else {
        written?[identity] = key.recording { write(effect, of: scope, sources, into: key) }
      }
    }
  }

  private func write(
    _ effect: PendingEffect,
    of scope: ScopeNode,
    _ sources: [any ChoiceSource],
    into key: StateKeyMaker.Writer
  ) {
    if !key.write(alone: effect.pristine) { indistinct.insert(effect.name(in: scope)) }
    key.write(number: effect.hasStarted ? 1 : 0)
    // An identifier that is not equal to itself is known by its parts.
    if let id = effect.id, id != id {
      key.write(hashable: id)
    } else {
      key.write(number: order.number(of: effect))
    }
    guard let root, let scope = scope as? any ScopeProtocol else { return }
    for result in sources.results(for: effect, of: scope, in: root) {
      write(result, of: effect, in: scope, into: key)
    }
  }

  /// The number of effects of one type and scope that no exploration goes on with.
  static var mostInFlight: Int { 50 }

  private func findPile(in effects: [PendingEffect], of scope: ScopeNode) {
    let counts = Dictionary(effects.map { ($0.name(in: scope), 1) }, uniquingKeysWith: +)
    piledUp = counts.first { $0.value >= Self.mostInFlight }?.key ?? piledUp
  }

  /// Writes the events that a result would produce.
  private func write(
    _ result: ListedResult,
    of effect: PendingEffect,
    in scope: some ScopeProtocol,
    into key: StateKeyMaker.Writer
  ) {
    let events = scope.results(of: effect.generation, endingIn: result.end, isElement: result.isElement)
    key.write(number: events.count)
    for event in events {
      let event: Any =
        switch event {
        case .success(let event): event
        case .failure(let error): error
        }
      if !key.write(alone: event) { indistinct.insert(effect.name(in: scope)) }
    }
  }
}

extension [any ChoiceSource] {
  /// Returns the results that the sources list for an effect in flight.
  func results(for effect: PendingEffect, of scope: ScopeNode, in root: ScopeNode) -> [ListedResult] {
    flatMap { $0.results(for: effect.pristine, of: scope, in: root) }
  }

  /// Indicates whether a source lists results for an effect in flight, now or in another state.
  func lists(_ effect: PendingEffect, of scope: ScopeNode, in root: ScopeNode) -> Bool {
    contains { $0.lists(effect.pristine, of: scope, in: root) }
  }
}

extension PendingEffect {
  /// Returns the type of the effect, or for a closure that of its scope.
  func name(in scope: ScopeNode) -> String {
    isAnonymous ? "AnyEffect { } of \(typeName(type(of: scope)))" : typeName(type(of: pristine))
  }
}
