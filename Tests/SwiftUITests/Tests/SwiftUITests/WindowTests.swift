import Statoscope
import SwiftUI
import Testing

/// What a user cannot do, in the words of the window.
@MainActor @Suite struct WindowTests {
  private let window = Window { Page() }

  @Test func `a tap needs a button`() {
    #expect(failure { try window.tap("Stop") } == "There is no button 'Stop', but [\"Go\"].")
  }

  @Test func `a swipe needs a row, and a button that it shows`() {
    #expect(
      failure { try window.tap("Star", inSwipeOf: "Stop") }
        == "There is no row 'Stop' to swipe, but [\"Go\"]."
    )
    #expect(
      failure { try window.tap("Stop", inSwipeOf: "Go") } == "There is no button 'Stop', but [\"Star\"]."
    )
  }

  @Test func `typing needs a field`() {
    #expect(failure { try window.type("a", into: "Name") } == "There is no field 'Name', but [].")
  }

  @Test func `going back needs a screen below`() {
    #expect(failure { try window.goBack() } == "There is no screen below 'Page'.")
  }

  @Test func `swiping away needs a sheet`() {
    #expect(failure { try window.swipeAway() } == "There is no sheet in front of 'Page'.")
  }

  @Test func `pulling needs an action`() async {
    let error = await #expect(throws: NotThere.self) { try await window.pull() }
    #expect(error?.description == "Nothing on 'Page' is refreshable.")
  }

  @Test func `an element without a destination is reported on the screen`() {
    let app = App().send(.push)
    let window = Window { NavigationStack(path: app.path(\.path)) { Page() } }
    #expect(window.texts == ["There is no destination for Element."])
  }

  private func failure(of action: () throws -> Void) -> String? {
    #expect(throws: NotThere.self, performing: action)?.description
  }
}

private struct Page: View {
  var body: some View {
    List {
      Button("Go") {}
        .swipeActions { Button("Star") {} }
    }
    .navigationTitle("Page")
  }
}
