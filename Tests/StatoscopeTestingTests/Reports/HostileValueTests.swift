import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeRecording
import StatoscopeTesting
import Testing

/// What users and servers put into events, states and errors is harmless where flows are read and pasted.
@MainActor @Suite("Control characters in flows")
struct HostileValueTests {
  @Test func `flows.md has no control characters of values or failures`() throws {
    let reported = try ReportedFlow {
      try Echo.GIVEN { Echo() }
        .WHEN(.say(hostile))
        .THEN(\.said, equals: hostile + "!")
        .WHEN(.refuse(hostile))
        .runTest()
    }
    let text = try reported.markdown
    #expect(text.contains(#"\u{1b}"#) && text.contains(#"\0"#))
    #expect(isHarmless(text), "\(text)")
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("# Forged") || $0.hasPrefix("## Forged") })
    #expect(isHarmless(try reported.page))
  }

  @Test func `Markdown is escaped also before combining characters`() throws {
    let reported = try ReportedFlow {
      try Echo.GIVEN { Echo() }.WHEN(.say("`\u{301}")).runTest()
    }
    let text = try reported.markdown
    #expect(text.contains("\\`\u{301}"), "\(text)")
  }

  @Test func `a recorded flow test has no control characters`() {
    let echo = Echo()
    let recorder = ScopeRecorder(echo)
    echo.send(.say(hostile)).send(.refuse(hostile)).send(.keep(Box()))
    let flow = recorder.recording.flowTest()
    #expect(isHarmless(flow), "\(flow)")
    for line in flow.split(separator: "\n") {
      let text = line.drop { $0 == " " }
      #expect(text.hasPrefix("//") || text.hasPrefix(".") || text.hasPrefix("try Echo.GIVEN"), "\(line)")
    }
  }

  @Test func `the flow of an exploration has no control characters`() throws {
    let found = try overheard {
      try Echo.EXPLORE { Echo() }
        .EVENTS { _ in [.refuse(hostile), .keep(Box())] }
        .NEVER("kept \u{1B}[2J\u{2028}x") { $0.kept != nil }
        .REACHES(hostile) { $0.said == "nothing that is said" }
        .ALWAYS_REACHABLE(hostile) { _ in true }
        .run(depth: 2)
    }
    #expect(found.found.counterexamples.count >= 1)
    for flow in found.found.counterexamples { #expect(isHarmless(flow.source), "\(flow.source)") }
    #expect(found.failures.count >= 3)
    #expect(isHarmless(found.found.description), "\(found.found)")
    #expect(isHarmless(found.said.joined()), "\(found.said)")
    for failure in found.failures { #expect(isHarmless(failure.text), "\(failure.text)") }
  }

  private func isHarmless(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0 != "\n" && PrintableText.escape(of: $0) != nil }
  }
}

private let hostile = "a\u{1B}[2J\u{9D}0;t\u{9C}\r\n# Forged\0\u{202E}\u{2028}import Evil"

private final class Box: Sendable, CustomStringConvertible {
  var description: String { hostile + "*/ /*" }
}

private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

private final class Echo: Scope {
  enum When: Sendable {
    case say(String)
    case refuse(String)
    case keep(Box)
  }

  private(set) var said = ""
  private(set) var kept: Box?

  func update(_ when: When) throws {
    switch when {
    case .say(let text): said = text
    case .refuse(let text): throw Refusal(description: text)
    case .keep(let box): kept = box
    }
  }
}
