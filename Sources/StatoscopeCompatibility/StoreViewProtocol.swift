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
#endif
