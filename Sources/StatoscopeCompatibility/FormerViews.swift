import Statoscope

/// A view that receives a state and a closure to send events, as in the first Statoscope.
///
/// It needs no scope, so a preview creates it from a state alone. `buildStoreView(_:)` creates it from a
/// scope, and again after each change. A view that holds its scope needs neither, and a preview can create a
/// scope as well: see the article "Scopes in SwiftUI".
@available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
@MainActor public protocol StoreViewProtocol {
  /// The state that the view shows: the scope.
  associatedtype State
  /// The events that the view sends: the scope's.
  associatedtype When

  /// The current scope.
  var model: State { get }

  /// Sends an event to the scope.
  var send: (_ when: When) -> Void { get }

  /// Creates the view from a state.
  init(model: State, send: @escaping (_ when: When) -> Void)
}

#if canImport(SwiftUI)
  import SwiftUI

  extension ScopeProtocol where Self: ObservableObject {
    /// Returns a view of this scope that is created again after each change.
    ///
    /// - Parameter type: the view's type.
    @available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
    @MainActor
    public func buildStoreView<Content: View & StoreViewProtocol>(_ type: Content.Type) -> some View
    where Content.State == Self, Content.When == When {
      StoreView(scope: self) { scope in Content(model: scope) { scope.send($0) } }
    }

    /// Returns a view of this scope, built by a closure after each change.
    ///
    /// - Parameter content: builds the view from the scope and a closure that sends it events.
    @available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
    @MainActor
    public func buildStoreView<Content: View>(
      @ViewBuilder view content:
        @escaping (_ model: Self, _ send: @escaping (_ when: When) -> Void) -> Content
    ) -> some View {
      StoreView(scope: self) { scope in content(scope) { scope.send($0) } }
    }
  }

  /// A view that is built again after each change of a scope.
  private struct StoreView<Store: ObservableObject, Content: View>: View {
    @ObservedObject var scope: Store
    let content: (Store) -> Content

    init(scope: Store, content: @escaping (Store) -> Content) {
      _scope = ObservedObject(wrappedValue: scope)
      self.content = content
    }

    var body: some View { content(scope) }
  }

  // The bindings of the first Statoscope: each names its replacement.

  extension ScopeProtocol {
    /// The former name of `binding(_:send:)`.
    @available(*, deprecated, renamed: "binding(_:send:)")
    @MainActor
    public func bind<Value>(
      _ keyPath: KeyPath<Self, Value>,
      _ event: @escaping (_ value: Value) -> When
    ) -> Binding<Value> {
      binding(keyPath, send: event)
    }

    /// Returns a binding that reads this scope in a closure and sends an event when a view sets it.
    @available(*, deprecated, message: "Give the scope a computed property, and write binding(_:send:)")
    @MainActor
    public func bind<Value>(
      _ read: @escaping (_ scope: Self) -> Value,
      _ event: @escaping (_ value: Value) -> When
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in read(self) },
        set: { @MainActor value in self.send(event(value)) }
      )
    }

    /// Returns a binding with a constant value that sends an event when a view sets it.
    @available(*, deprecated, message: "Give the scope a property, and write binding(_:send:)")
    @MainActor
    public func bind<Value>(
      constant: Value,
      _ event: @escaping (_ value: Value) -> When
    ) -> Binding<Value> {
      bind({ _ in constant }, event)
    }

    /// Returns a binding that does not retain the scope, and reads a default once it is released.
    @available(*, deprecated, message: "Write binding(_:send:): a view that is shown keeps its scope anyway")
    @MainActor
    public func weakBind<Value>(
      _ keyPath: KeyPath<Self, Value>,
      _ event: @escaping (_ value: Value) -> When,
      defaultValue: Value
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor [weak self] in self?[keyPath: keyPath] ?? defaultValue },
        set: { @MainActor [weak self] value in self?.send(event(value)) }
      )
    }

    /// Returns a binding that a view cannot set.
    @available(*, deprecated, message: "Write .constant(scope.value), which a view cannot set either")
    @MainActor
    public func bindBool(_ keyPath: KeyPath<Self, Bool>) -> Binding<Bool> {
      Binding(
        get: { @MainActor in self[keyPath: keyPath] },
        set: { @MainActor _ in }
      )
    }

    /// Returns a binding that is true while there is a value, and sends an event, if one is given, when a
    /// view sets it.
    @available(*, deprecated, message: "Give the scope a Bool property, and write binding(_:send:)")
    @MainActor
    public func bindNotNilBool<Value>(
      _ keyPath: KeyPath<Self, Value?>,
      _ event: ((_ isThere: Bool) -> When)? = nil
    ) -> Binding<Bool> {
      Binding(
        get: { @MainActor in self[keyPath: keyPath] != nil },
        set: { @MainActor isThere in if let event { self.send(event(isThere)) } }
      )
    }

    /// Returns a binding that is true while there is a value, and sends an event with it, or with nil to
    /// dismiss it.
    @available(*, deprecated, message: "Give the scope a Bool property, and write binding(_:send:)")
    @MainActor
    public func bindIsPresented<Value>(
      _ keyPath: KeyPath<Self, Value?>,
      _ event: ((_ value: Value?) -> When)? = nil
    ) -> Binding<Bool> {
      Binding(
        get: { @MainActor in self[keyPath: keyPath] != nil },
        set: { @MainActor isThere in if let event { self.send(event(isThere ? self[keyPath: keyPath] : nil)) }
        }
      )
    }
  }
#endif
