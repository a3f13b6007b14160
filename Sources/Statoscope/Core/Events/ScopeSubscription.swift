extension ScopeProtocol {
  /// Calls a closure after each update of this scope that did not throw, once its effects have started.
  ///
  /// - Parameter subscriber: is called on the actor that the scope lives on, in the order of subscription.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe(
    _ subscriber: @escaping (_ scope: Self, _ when: When) -> Void
  ) -> ScopeSubscription {
    let subscription = ensuredRuntime.subscribe { node, when in subscriber(Self.this(node), when) }
    hasSubscribers = true
    return ScopeSubscription { subscription.end() }
  }

  /// Calls a closure after each successful update of the scopes of one class below this one, whichever
  /// properties hold them, now or later.
  ///
  /// A scope can react to its children in this way without their knowledge. The closure is called once the
  /// effects of the update have started and the scope's own subscribers were called; if several ancestors
  /// subscribe, the nearest comes first. An event that removes its scope from the tree is the last one that
  /// is reported for it.
  ///
  /// ```swift
  /// subscription = subscribe(to: Detail.self) { list, detail, when in
  ///   if case .userTappedDelete = when { list.send(.remove(detail.id)) }
  /// }
  /// ```
  /// - Parameters:
  ///   - type: the class, including its subclasses; this scope itself is excluded.
  ///   - subscriber: is called with this scope, so that it need not capture it, on the actor that the tree
  ///     lives on.
  /// - Returns: a token that ends the subscription when it is cancelled or released.
  public func subscribe<Descendant: ScopeProtocol>(
    to type: Descendant.Type,
    _ subscriber: @escaping (_ scope: Self, _ subscope: Descendant, _ when: Descendant.When) -> Void
  ) -> ScopeSubscription {
    let observer = SubscopeObserver(below: self, subscriber)
    addObserver(observer)
    // Weak, because the token may outlive the scope, but the closure must not.
    return ScopeSubscription { [weak observer] in observer?.end() }
  }
}

/// A token that ends a subscription when it is cancelled or released.
public final class ScopeSubscription {
  private var end: (() -> Void)?

  init(_ end: @escaping () -> Void) {
    self.end = end
  }

  deinit {
    end?()
  }

  /// Ends the subscription; further calls have no effect.
  public func cancel() {
    end.take()?()
  }
}

extension ScopeSubscription: HiddenState {}

/// A subscriber to the updates of all scopes of one class below another.
final class SubscopeObserver<Owner: ScopeProtocol, Descendant: ScopeProtocol>: TreeObserver {
  typealias Subscriber = (_ owner: Owner, _ subscope: Descendant, _ when: Descendant.When) -> Void

  private(set) var hasEnded = false

  /// Weak, because the owner retains this observer; nil in the owner's `deinit`, where nothing may retain it.
  private weak var owner: Owner?
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

  var observedChanges: ObservedChanges { .events }
  /// The subscriber may hold scopes.
  var mayRetainScopes: Bool { true }
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
