#if canImport(SwiftUI)
  import SwiftUI

  extension ScopeProtocol {
    /// A binding that reads a value of this scope and sends an event when a view sets it.
    ///
    /// So a text field or a toggle changes state the way everything else does.
    ///
    /// ```swift
    /// TextField("Name", text: profile.binding(\.name, send: Profile.When.userTypedName))
    /// ```
    /// An error of `update(_:)` is logged, and the view goes on to show the scope's value. The scope lives on the
    /// main actor, where views are. The binding keeps the scope.
    /// - Parameters:
    ///   - keyPath: leads to the value.
    ///   - event: makes the event for a value that was set.
    @MainActor
    public func binding<Value>(
      _ keyPath: KeyPath<Self, Value>,
      send event: @escaping (_ value: Value) -> When
    ) -> Binding<Value> {
      Binding(
        get: { @MainActor in self[keyPath: keyPath] },
        set: { @MainActor value in self.send(event(value)) }
      )
    }
  }
#endif
