#if canImport(SwiftUI)
  import SwiftUI

  extension ScopeProtocol {
    /// Returns a binding that reads a value of this scope and sends an event when a view sets it.
    ///
    /// A text field or a toggle then changes state in the same way as everything else.
    ///
    /// ```swift
    /// TextField("Name", text: profile.binding(\.name, send: Profile.When.userTypedName))
    /// ```
    /// An error of `update(_:)` is logged, and the view continues to show the scope's value. The scope lives
    /// on the main actor, as views do. The binding retains the scope.
    /// - Parameters:
    ///   - keyPath: the value to read.
    ///   - event: creates the event for a new value.
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
