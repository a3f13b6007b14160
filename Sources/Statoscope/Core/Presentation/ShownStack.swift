/// A stack of screens as a view has last shown it, and what becomes of it when the user goes back.
///
/// A view may set its binding late, with screens that have gone by then. So what it sets is compared with what it was
/// shown, and the difference is applied to the stack of now. The scope keeps this, so that each `body` has the same one.
final class ShownStack<Subject: ScopeProtocol, Screen: ScopeEnum> {
  /// How screens leave and enter the stack.
  enum Change {
    /// The property is set.
    case setting(ReferenceWritableKeyPath<Subject, [Screen]>)
    /// An event is sent for the number of screens that remain.
    case sending(_ event: (_ remaining: Int) -> Subject.When)
    /// The scopes of the screens are removed from their superscope.
    case removing
  }

  /// Weak: the scope retains this.
  private weak var subject: Subject?
  private let keyPath: KeyPath<Subject, [Screen]>
  private var elements: [ScopePath<Screen>.Element] = []

  /// As the view has asked last.
  var change = Change.removing
  /// The binding of all views, whose type is SwiftUI's.
  var binding: Any?

  init(_ keyPath: KeyPath<Subject, [Screen]>, of subject: Subject) {
    (self.subject, self.keyPath) = (subject, keyPath)
  }

  /// Records and returns what a view is about to show.
  func show() -> ScopePath<Screen> {
    let path = current
    elements = Array(path)
    return path
  }

  /// Changes the stack as the user does: removes the screens that a view does not show any more with all above them, and
  /// appends those that it has got from elsewhere.
  ///
  /// - Parameter path: what the view sets.
  func set(_ path: ScopePath<Screen>) {
    let kept = Set(path.map(\.id))
    let gone = Dictionary(elements.lazy.filter { !kept.contains($0.id) }.map { ($0.id, $0) }) { first, _ in
      first
    }
    let current = current
    let remaining = current.firstIndex { gone[$0.id]?.isSame(as: $0) ?? false } ?? current.count
    let pushed = path.filter { $0.origin != ObjectIdentifier(self) }
    elements = Array(path)
    guard remaining < current.count || !pushed.isEmpty else { return }
    switch change {
    case .setting(let property):
      subject?[keyPath: property] = current.prefix(remaining).map(\.screen) + pushed.map(\.screen)
      return
    case .sending(let event): if remaining < current.count { subject?.send(event(remaining)) }
    case .removing: remove(current.dropFirst(remaining))
    }
    if !pushed.isEmpty { refuse(pushed, because: "views cannot set the property: send an event instead") }
  }

  private var current: ScopePath<Screen> {
    ScopePath(subject?[keyPath: keyPath] ?? [], from: ObjectIdentifier(self))
  }

  private func remove(_ elements: some BidirectionalCollection<ScopePath<Screen>.Element>) {
    for element in elements.reversed() {
      guard let scope = element.screen.scope as? any ScopeProtocol else {
        return refuse(
          [element],
          because: "it has no scope to remove: give the binding an event, path(_:popped:)"
        )
      }
      scope.removeFromSuperscope()
    }
  }

  private func refuse(_ elements: some Sequence<ScopePath<Screen>.Element>, because reason: String) {
    guard let subject else { return }
    StatoscopeLogger.log(.errors) {
      let screens = elements.map { CaseText($0.screen).description }.joined(separator: ", ")
      return "The stack of \(subject.typeName) stays as it is, as a view changes \(screens), and \(reason)."
    }
  }
}

extension ScopeProtocol {
  /// Returns what views show of a stack, the same each time.
  func shownStack<Screen: ScopeEnum>(_ keyPath: KeyPath<Self, [Screen]>) -> ShownStack<Self, Screen> {
    if let shown = observation.shown[keyPath] as? ShownStack<Self, Screen> { return shown }
    let shown = ShownStack(keyPath, of: self)
    observation.shown[keyPath] = shown
    return shown
  }
}
