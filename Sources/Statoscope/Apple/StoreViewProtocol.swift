/// A view that is given a state and a way to send events, as the first Statoscope had it.
///
/// It needs no scope, so a preview makes it of a state alone. Where it is shown, `buildStoreView(_:)` makes it of a
/// scope and again after each change of it. A view that holds its scope needs neither, and a preview makes a scope as
/// well: see <doc:ScopesInSwiftUI>.
@available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
@MainActor public protocol StoreViewProtocol {
  /// What the view shows: the scope.
  associatedtype State
  /// What the view sends: the scope's events.
  associatedtype When

  /// The scope as it is now.
  var model: State { get }

  /// Sends an event to the scope.
  var send: (_ when: When) -> Void { get }

  /// Makes the view of a state.
  init(model: State, send: @escaping (_ when: When) -> Void)
}

#if canImport(SwiftUI)
  import SwiftUI

  extension ScopeProtocol where Self: ObservableObject {
    /// Makes a view of this scope, and makes it again after each change.
    ///
    /// - Parameter type: the view's type.
    @available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
    @MainActor
    public func buildStoreView<Content: View & StoreViewProtocol>(_ type: Content.Type) -> some View
    where Content.State == Self, Content.When == When {
      StoreView(scope: self) { scope in Content(model: scope) { scope.send($0) } }
    }

    /// Makes a view of this scope in a closure, and makes it again after each change.
    ///
    /// - Parameter content: is given the scope and a way to send it events.
    @available(*, deprecated, message: "Let the view hold its scope: @ObservedObject var scope: Counter")
    @MainActor
    public func buildStoreView<Content: View>(
      @ViewBuilder view content:
        @escaping (_ model: Self, _ send: @escaping (_ when: When) -> Void) -> Content
    ) -> some View {
      StoreView(scope: self) { scope in content(scope) { scope.send($0) } }
    }
  }

  /// Makes a view again after each change of a scope.
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
