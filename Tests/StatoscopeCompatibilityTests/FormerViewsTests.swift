import StatoscopeCompatibility

#if canImport(SwiftUI)
  import Statoscope
  import SwiftUI
  import Testing

  /// The bindings and views of the first Statoscope, each at work.
  ///
  /// The tests are deprecated themselves, so that they may use them. On Linux their types are checked, and nothing runs.
  @MainActor @Suite struct `Bindings of the first Statoscope` {
    @available(*, deprecated) @Test func `read the scope, and send events`() {
      let form = Form()
      let name = form.bind(\.name, Form.When.userTypedName)
      name.wrappedValue = "Ada"
      #expect(name.wrappedValue == "Ada")
      let length = form.bind({ $0.name?.count ?? 0 }, { Form.When.userTypedName("\($0)") })
      length.wrappedValue = 100
      #expect(length.wrappedValue == 3)
      let constant = form.bind(constant: "x", Form.When.userTypedName)
      constant.wrappedValue = "y"
      #expect(constant.wrappedValue == "x")
      #expect(form.name == "y")
    }

    @available(*, deprecated) @Test func `know whether there is a value`() {
      let form = Form()
      let isThere = form.bindNotNilBool(\.name) { .userTypedName($0 ? "there" : nil) }
      isThere.wrappedValue = true
      #expect(isThere.wrappedValue)
      let isPresented = form.bindIsPresented(\.name, Form.When.userTypedName)
      isPresented.wrappedValue = false
      #expect(form.name == nil)
      form.bindNotNilBool(\.name).wrappedValue = true
      form.bindIsPresented(\.name).wrappedValue = true
      form.bindBool(\.isEmpty).wrappedValue = false
      #expect(form.bindBool(\.isEmpty).wrappedValue)
    }

    @available(*, deprecated) @Test func `do not retain the scope when they are weak`() {
      let name = Form().weakBind(\.name, Form.When.userTypedName, defaultValue: "none")
      #expect(name.wrappedValue == "none")
    }
  }

  private final class Form: Scope, ObservableObject {
    enum When { case userTypedName(String?) }
    @Published private(set) var name: String?
    var isEmpty: Bool { name == nil }
    func update(_ when: When) throws {
      switch when {
      case .userTypedName(let name): self.name = name
      }
    }
  }

  @available(*, deprecated)
  private struct FormView: View, StoreViewProtocol {
    let model: Form
    let send: (Form.When) -> Void

    var body: some View {
      VStack {
        Text(model.name ?? "")
        Button("Clear") { send(.userTypedName(nil)) }
      }
    }
  }

  @available(*, deprecated)
  @MainActor private func formViews(of form: Form) -> some View {
    VStack {
      form.buildStoreView(FormView.self)
      form.buildStoreView { model, send in Button(model.name ?? "") { send(.userTypedName(nil)) } }
    }
  }
#endif
