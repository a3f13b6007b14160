import Foundation
import Statoscope
import StatoscopeRecording
import Testing

@Suite struct `A recorder of scopes in enum cases` {
  @Test func `records the case, and one without a scope as state`() {
    let flow = Flow()
    let recorder = ScopeRecorder(flow)
    flow.send(.show(.alert("offline"))).send(.show(.form)).send(.hide)
    #expect(
      recorder.recording.changes == [
        ["- screen: nil", "+ screen: .alert", #"+   "offline""#],
        ["- screen: .alert", #"-   "offline""#, "+ screen: .form", "+   Form"],
        ["- screen: .form", "-   Form", "+ screen: nil"],
      ]
    )
  }

  @Test func `records the cases in a dictionary by their keys`() {
    let flow = Flow()
    let recorder = ScopeRecorder(flow)
    flow.send(.pin(.alert("offline"), "a")).send(.pin(.form, "a"))
    #expect(
      recorder.recording.changes == [
        ["- tabs: [:]", "+ tabs: [", #"+   "a": .alert"#, #"+     "offline""#, "+ ]"],
        ["  tabs: [", #"-   "a": .alert"#, #"-     "offline""#, #"+   "a": .form"#, "+     Form", "  …"],
      ]
    )
  }

  @Test func `records a change inside the case's scope at that scope's path`() {
    let flow = Flow()
    let recorder = ScopeRecorder(flow)
    flow.send(.push(.alert("a"))).send(.push(.form))
    guard case .form(let form)? = flow.path.last else {
      Issue.record("the last is a form")
      return
    }
    form.send(.typed("hello"))
    let moments = recorder.recording.moments
    #expect(moments.map(\.path) == [#"\.self"#, #"\.self"#, #"\.path[1].form"#])
    #expect(recorder.recording.changes.last == [#"- text: """#, #"+ text: "hello""#])
  }

  @Test func `writes the keys of a dictionary as source`() {
    let flow = Flow()
    flow.sides[.left] = Form()
    let recorder = ScopeRecorder(flow)
    flow.sides[.left]?.send(.typed("hello"))
    #expect(recorder.recording.moments.map(\.path) == [#"\.sides[.left]"#])
    #expect(recorder.recording.flowTest().contains(#".WHEN(\.sides[.left], .typed("hello"))"#))
  }

  @Test func `writes a flow test that enters the case`() {
    let flow = Flow()
    let recorder = ScopeRecorder(flow)
    flow.send(.push(.alert("a"))).send(.push(.form))
    (flow.path.last?.scope as? Form)?.send(.typed("hello"))
    let lines = recorder.recording.flowTest().split(separator: "\n").suffix(4)
    #expect(
      lines.joined(separator: "\n")
        == #"""
            .WHEN(\.path[ifThere: 1], as: Form.self, .typed("hello"))
              // - text: ""
              // + text: "hello"
            .runTest()
        """#.replacing("    .", with: "  .").replacing("      //", with: "    //")
    )
  }

  @Test func `writes a flow test that enters a case inside another`() throws {
    let desk = Desk()
    let recorder = ScopeRecorder(desk)
    let outer = try #require(desk.flow.send(.show(.form)).screen?.scope as? Form)
    let inner = try #require(outer.send(.opened).detail?.scope as? Form)
    inner.send(.typed("hello"))
    let lines = recorder.recording.flowTest().split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    #expect(
      lines.contains([
        #".WITH(\.flow.screen, as: Form.self)"#,
        #".WHEN(\.detail, as: Form.self, .typed("hello"))"#,
        ".POP()",
      ])
    )
  }

  @Test func `writes the other values of a case`() {
    let flow = Flow()
    let recorder = ScopeRecorder(flow)
    flow.send(.show(.titled("a title")))
    #expect(
      recorder.recording.changes == [
        ["- screen: nil", "+ screen: .titled", "+   form: Form", #"+   .1: "a title""#]
      ]
    )
    flow.screen = .noted(Form(), Note())
    #expect(
      recorder.recording.changes.last == [
        "- screen: .titled", "-   form: Form", #"-   .1: "a title""#, "+ screen: .noted", "+   .0: Form",
        "+   .1: Note",
        #"+     text: "a note""#,
      ]
    )
  }
}

private enum Screen: ScopeEnum {
  case form(Form)
  case titled(form: Form, String)
  case noted(Form, Note)
  case alert(String)
}

private final class Note {
  let text = "a note"
}

private enum ScreenSource: Sendable {
  case form
  case titled(String)
  case alert(String)

  var screen: Screen {
    switch self {
    case .form: .form(Form())
    case .titled(let title): .titled(form: Form(), title)
    case .alert(let text): .alert(text)
    }
  }
}

private enum Side { case left }

private final class Desk: Scope {
  enum When {}
  @Subscope var flow = Flow()
  func update(_ when: When) {}
}

private final class Flow: Scope {
  enum When {
    case show(ScreenSource)
    case push(ScreenSource)
    case pin(ScreenSource, String)
    case hide
  }

  @Subscope var screen: Screen?
  @Subscope var path: [Screen] = []
  @Subscope var tabs: [String: Screen] = [:]
  @Subscope var sides: [Side: Form] = [:]

  func update(_ when: When) throws {
    switch when {
    case .show(let source): screen = source.screen
    case .push(let source): path.append(source.screen)
    case .pin(let source, let tab): tabs[tab] = source.screen
    case .hide: screen = nil
    }
  }
}

private final class Form: Scope {
  enum When {
    case typed(String)
    case opened
  }

  private(set) var text = ""
  @Subscope private(set) var detail: Screen?

  func update(_ when: When) throws {
    switch when {
    case .typed(let text): self.text = text
    case .opened: detail = .form(Form())
    }
  }
}
