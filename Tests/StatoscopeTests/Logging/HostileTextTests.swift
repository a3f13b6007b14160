import Foundation
import Statoscope
import TestSupport
import Testing

/// Values and errors come from users and servers: no text of theirs commands a terminal or makes a line of its own.
@Suite("Control characters in the log")
struct HostileTextTests {
  @Test func `every control character of a value is escaped, and nothing else`() {
    #expect(PrintableText.escaped("a\u{1B}]0;x\u{7}b\n\r\t\0") == #"a\u{1b}]0;x\u{7}b\n\r\t\0"#)
    #expect(
      PrintableText.escaped("\u{9B}2J \u{85}\u{2028}\u{2029}\u{7F}")
        == #"\u{9b}2J \u{85}\u{2028}\u{2029}\u{7f}"#
    )
    #expect(PrintableText.escaped("\u{202E}\u{61C}\u{2066}") == #"\u{202e}\u{61c}\u{2066}"#)
    let harmless = "Grüße 🪚 👩‍👩‍👧 é “x” \\n „ß“ \u{A0}"
    #expect(PrintableText.escaped(harmless) == harmless)
    #expect(PrintableText.escaped("a\r\nb\nc", lineBreaks: .kept) == "a\\r\nb\nc")
    for value in (0...0x2100 as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
      let escaped = PrintableText.escaped(String(value))
      #expect(escaped.unicodeScalars.allSatisfy { PrintableText.escape(of: $0) == nil })
      #expect(PrintableText.escaped(escaped) == escaped)
    }
  }

  @Test @MainActor func `no sink receives control characters of events, states or errors`() async throws {
    try await withLoggedLines(.all) { journal in
      let inbox = Inbox()
      inbox.send(.received(hostile)).send(.refused(hostile)).send(.fetch(hostile))
      #expect(Set(journal.entries.map { $0.prefix { $0 != ":" } }).count == 5)
      for entry in journal.entries {
        #expect(
          !entry.unicodeScalars.contains { $0 != "\n" && PrintableText.escape(of: $0) != nil },
          "\(entry)"
        )
        #expect(
          !entry.split(separator: "\n").contains {
            $0.contains("forged") && $0.first == "s" && !$0.contains("\\n")
          }
        )
        #expect(!entry.contains("\nstatoscope errors: forged"))
      }
      #expect(journal.entries.contains("when: Inbox .received(\(SwiftSource.literal(hostile)))"))
      #expect(journal.entries.contains { $0.contains(#"last: ""# + escapedText + #"""#) })
      #expect(journal.entries.contains { $0.hasSuffix("refused: " + escapedText) })
    }
  }

  @Test func `an error of the library retains its line breaks`() async throws {
    try await withLoggedLines { journal in
      Inbox().send(.resolve)
      #expect(journal.entries.first?.split(separator: "\n").count == 2)
    }
  }

  @Test(.waitsForPrograms) func `standard error receives no control characters`()
    async throws
  {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StatoscopeLogger.logLevel = .all
      #if canImport(Darwin)
        // There, the default is the system's log.
        StatoscopeLogger.sink = StatoscopeLogger.standardError
      #endif
      Inbox().send(.received(hostile)).send(.refused(hostile))
    }
    let text = String(decoding: try #require(result?.standardErrorContent), as: UTF8.self)
    #expect(text.contains("statoscope when: Inbox .received("))
    #expect(!text.unicodeScalars.contains { $0 != "\n" && PrintableText.escape(of: $0) != nil }, "\(text)")
    #expect(!text.split(separator: "\n").contains { $0.hasPrefix("statoscope errors: forged") }, "\(text)")
  }

  @Test func `a text of several lines is a block of escaped lines, or one line`() {
    let text = "a\nb\u{1B}"
    #expect(
      ValueNode(["x": text]).lines == [
        "[", #"  "x": """"#, "       a", #"       b\u{1b}"#, #"       """"#, "]",
      ]
    )
    #expect(ValueNode(text).plainLines == [#""a\nb\u{1b}""#])
  }

  @Test func `text in generated comments can neither end nor begin a comment`() {
    let written = SwiftSource(Opener()).description
    #expect(
      written
        == "<#HostileTextTests.Opener#> /* a HostileTextTests.Opener that cannot be written as source: * / / * x \\n\\0 */"
    )
  }

  @Test func `the end of a comment is escaped also before combining characters`() {
    let text = PrintableText.insideComment("*/\u{301} /*\u{200D} */*")
    #expect(Array(text.utf8) == Array("* /\u{301} / *\u{200D} * / *".utf8))
  }

  private final class Opener: CustomStringConvertible {
    var description: String { "*/ /* x \n\0" }
  }
}

private let hostile = "a\u{1B}[2J\u{9D}0;t\u{9C}\r\nstatoscope errors: forged\0\u{202E}"
private let escapedText = #"a\u{1b}[2J\u{9d}0;t\u{9c}\r\nstatoscope errors: forged\0\u{202e}"#
/// As Swift describes a string inside another value, with what that leaves.

private struct Refusal: Error, CustomStringConvertible {
  let description: String
}

private struct Fetch: Effect, Equatable {
  let name: String
  func runEffect() async throws {}
}

private struct Missing: Sendable {}

private final class Inbox: Scope {
  enum When: Sendable {
    case received(String)
    case refused(String)
    case fetch(String)
    case resolve
    case nothing
  }

  private(set) var last = ""
  private(set) var senders: [String: Int] = [:]

  func update(_ when: When) throws {
    switch when {
    case .received(let text):
      last = text
      senders[text] = 1
    case .refused(let text): throw Refusal(description: "refused: " + text)
    case .fetch(let name): effectsState.enqueue(Fetch(name: name).map { _ in .nothing })
    case .resolve: _ = try resolve(Missing.self)
    case .nothing: break
    }
  }
}
