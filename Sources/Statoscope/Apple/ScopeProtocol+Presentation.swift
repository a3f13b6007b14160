#if canImport(SwiftUI)
  import SwiftUI

  extension ScopeProtocol {
    /// Returns a binding to the scope of a class in an optional case, for a sheet, a cover or a popover.
    ///
    /// ```swift
    /// .sheet(item: app.presented(\.sheet, as: Form.self)) { form in FormView(form: form) }
    /// ```
    /// The class is `Identifiable`, as every class is that declares it. When the user dismisses the scope, the binding
    /// sends the event, if there is one, else removes the scope from its superscope, which cancels its effects.
    /// - Parameters:
    ///   - keyPath: the property with the case.
    ///   - type: the class; the binding is nil while another case is current.
    ///   - event: the event for a dismissal by the user.
    @MainActor
    public func presented<Screen: ScopeEnum, Child: ScopeProtocol>(
      _ keyPath: KeyPath<Self, Screen?>,
      as type: Child.Type,
      dismissed event: When? = nil
    ) -> Binding<Child?> {
      let shown = LastShown<Child>()
      return Binding(
        get: { @MainActor in shown.show { self.presentedScope(keyPath, as: type) } },
        set: { @MainActor child in
          let current = self.presentedScope(keyPath, as: type)
          if child == nil, shown.isDismissed(current) { self.dismiss(current, sending: event) }
        }
      )
    }

    /// Returns a binding to an optional child, for a sheet, a cover or a popover; see ``presented(_:as:dismissed:)``.
    @MainActor
    public func presented<Child: ScopeProtocol>(
      _ keyPath: KeyPath<Self, Child?>,
      dismissed event: When? = nil
    ) -> Binding<Child?> {
      let shown = LastShown<Child>()
      return Binding(
        get: { @MainActor in shown.show { self[keyPath: keyPath] } },
        set: { @MainActor child in
          let current = self[keyPath: keyPath]
          if child == nil, shown.isDismissed(current) { self.dismiss(current, sending: event) }
        }
      )
    }

    /// Returns a binding to a stack of cases, for a `NavigationStack`; see ``ScopePath``.
    ///
    /// When the user goes back, the binding sends the event, if there is one, else removes the scopes of the screens
    /// above from their superscope, which cancels their effects. What has gone already stays gone, however late the view
    /// sets the binding. It is the same binding in each `body`, and does not retain the scope.
    /// - Parameters:
    ///   - keyPath: the property with the stack, which only its owner sets.
    ///   - event: creates the event for the number of screens that remain.
    @MainActor
    public func path<Screen: ScopeEnum>(
      _ keyPath: KeyPath<Self, [Screen]>,
      popped event: ((_ remaining: Int) -> When)? = nil
    ) -> Binding<ScopePath<Screen>> {
      binding(to: shownStack(keyPath), by: event.map { .sending($0) } ?? .removing)
    }

    /// Returns a binding to a stack of cases that a view may set: it also pushes screens of other stacks, and pops those
    /// without a scope; see ``path(_:popped:)``.
    @MainActor
    public func path<Screen: ScopeEnum>(
      _ keyPath: ReferenceWritableKeyPath<Self, [Screen]>
    ) -> Binding<ScopePath<Screen>> {
      binding(to: shownStack(keyPath), by: .setting(keyPath))
    }

    @MainActor
    private func binding<Screen>(
      to shown: ShownStack<Self, Screen>,
      by change: ShownStack<Self, Screen>.Change
    ) -> Binding<ScopePath<Screen>> {
      shown.change = change
      if let binding = shown.binding as? Binding<ScopePath<Screen>> { return binding }
      // Weak: the scope retains the stack, and the stack retains the binding.
      let binding = Binding(
        get: { @MainActor [weak shown] in shown?.show() ?? ScopePath() },
        set: { @MainActor [weak shown] path in shown?.set(path) }
      )
      shown.binding = binding
      return binding
    }

    /// Returns a binding that tells whether a value is there, for an alert or a dialog; the user's dismissal sets nil.
    ///
    /// A value that a button of the alert has put in its place stays, if it is equatable and not equal to it, and an equal
    /// one where reads of the property are tracked, as Combine's `@Published` are not.
    /// ```swift
    /// .alert("Delete?", isPresented: app.isPresented(\.alert), presenting: app.alert) { … }
    /// ```
    @MainActor
    public func isPresented<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value?>) -> Binding<Bool> {
      let shown = LastShown<Value>()
      return Binding(
        get: { @MainActor in shown.show { self[keyPath: keyPath] } != nil },
        set: { @MainActor isPresented in
          if !isPresented, shown.isDismissed(self[keyPath: keyPath]) { self[keyPath: keyPath] = nil }
        }
      )
    }

    /// Returns a binding that tells whether a value is there, for an alert or a dialog; the user's dismissal sends an
    /// event.
    @MainActor
    public func isPresented<Value>(_ keyPath: KeyPath<Self, Value?>, dismissed event: When) -> Binding<Bool> {
      let shown = LastShown<Value>()
      return Binding(
        get: { @MainActor in shown.show { self[keyPath: keyPath] } != nil },
        set: { @MainActor isPresented in
          if !isPresented, shown.isDismissed(self[keyPath: keyPath]) { self.send(event) }
        }
      )
    }
  }
#endif
