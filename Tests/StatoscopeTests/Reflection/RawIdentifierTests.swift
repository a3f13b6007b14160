import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// Names in backticks, in which the runtime has other spaces than the source.
@Suite struct `Names that are raw identifiers` {
  @Test func `are those of the source in each text`() throws {
    let library = Library()
    let recorder = ScopeRecorder(library)
    library.`main shelf`.send(.`put back`(`at place`: 2))
    library.`main shelf`.send(.`tidy up`)
    let recording = recorder.recording
    #expect(recording.moments.map(\.path) == [#"\.`main shelf`"#, #"\.`main shelf`"#])
    #expect(recording.moments.map(\.event) == [".`put back`(`at place`: 2)", ".`tidy up`"])
    #expect(
      recording.moments.map(\.change) == [
        ["- `last place`: .`not known`", "+ `last place`: .`known place`", "+   2"],
        ["- `last place`: .`known place`", "-   2", "+ `last place`: .`not known`"],
      ]
    )
    #expect(!library.debugDescription.contains("\u{A0}"))
    #expect(!recording.flowTest().contains("\u{A0}"))
  }

  @Test func `are distinguished from other names with digits, underscores or signs`() {
    let crane = Crane()
    let recorder = ScopeRecorder(crane)
    crane.send(.lift_2(item_2: 1)).send(.🏗).send(.`1st`)
    #expect(recorder.recording.moments.map(\.event) == [".lift_2(item_2: 1)", ".🏗", ".`1st`"])
  }
}

private enum Place {
  case `not known`
  case `known place`(Int)
}

private final class Library: Scope {
  enum When {}

  @Subscope var `main shelf` = Shelf()

  func update(_ when: When) throws {}
}

private final class Shelf: Scope {
  enum When {
    case `put back`(`at place`: Int)
    case `tidy up`
  }

  var `last place` = Place.`not known`

  func update(_ when: When) throws {
    switch when {
    case .`put back`(let place): `last place` = .`known place`(place)
    case .`tidy up`: `last place` = .`not known`
    }
  }
}

private final class Crane: Scope {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum When {
    case lift_2(item_2: Int)
    case 🏗
    case `1st`
  }

  func update(_ when: When) {}
}
