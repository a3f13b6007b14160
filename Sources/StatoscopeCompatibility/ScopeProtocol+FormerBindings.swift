import Statoscope

#if canImport(SwiftUI)
  import SwiftUI

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
