/// A subscriber to the updates of all scopes of one class below another.
final class SubscopeObserver<Owner: ScopeProtocol, Descendant: ScopeProtocol>: TreeObserver {
  typealias Subscriber = (_ owner: Owner, _ subscope: Descendant, _ when: Descendant.When) -> Void

  private(set) var hasEnded = false

  /// Weak, because the owner retains this observer; nil in the owner's `deinit`, where nothing may retain it.
  private weak var owner: Owner?
  /// The identity of the owner, for comparisons.
  private let ownerIdentity: ObjectIdentifier
  private var subscriber: Subscriber?

  /// For each event in progress, innermost last, the events of its scope's updates: a middleware may drop,
  /// repeat or change an event.
  private var updates: [[Descendant.When]] = []

  init(below owner: Owner, _ subscriber: @escaping Subscriber) {
    self.owner = owner
    ownerIdentity = ObjectIdentifier(owner)
    self.subscriber = subscriber
  }

  var interests: TreeInterests { .events }
  /// The subscriber may hold scopes.
  var mayKeepScopes: Bool { true }
  var callsSubscriber: Bool { true }

  /// Ends the subscription: the subscriber is released and no longer called.
  func end() {
    hasEnded = true
    // Released after the property is written: its `deinit` may end this again.
    withExtendedLifetime(subscriber) { subscriber = nil }
  }

  func willHandle(_ when: any Sendable, of scope: ScopeNode) {
    if descendant(scope) != nil { updates.append([]) }
  }

  func willUpdate(_ scope: ScopeNode, for when: any Sendable) {
    guard descendant(scope) != nil, let when = when as? Descendant.When else { return }
    updates[updates.count - 1].append(when)
  }

  func didUpdate(_ scope: ScopeNode, failure: (any Error)?) {
    if failure != nil, descendant(scope) != nil { updates[updates.count - 1].removeLast() }
  }

  func didHandle(_ when: any Sendable, of scope: ScopeNode, failure: (any Error)?) {
    guard let subscope = descendant(scope) else { return }
    let done = updates.removeLast()
    guard failure == nil, let owner else { return }
    for when in done { subscriber?(owner, subscope, when) }
  }

  private func descendant(_ scope: ScopeNode) -> Descendant? {
    ObjectIdentifier(scope) == ownerIdentity ? nil : scope as? Descendant
  }
}
