import Foundation
import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// A recording is read as it was written; what no recorder writes is an error.
@MainActor @Suite("ScopeRecording, its format", .computes)
struct RecordingFormatTests {
  @Test(arguments: [1_000, 7]) func `a recording says the same after it was encoded and decoded`(
    capacity: Int
  ) async throws {
    let recording = await RecordedHarbour.recording(capacity: capacity)
    #expect(try recording.everything == Self.text(capacity: capacity))
    let copy = try decoded(recording)
    #expect(copy == recording)
    #expect(try copy.everything == Self.text(capacity: capacity))
  }

  @Test(arguments: [
    #""moments":[{"number":1,"scope":1}]"#, moments(#""time":[1]"#), moments(#""segments":7"#),
    moments(fields(scope: 1, list: 0, start: 9)), moments(fields(scope: 1, list: 0, start: -1)),
    moments(fields(scope: 1, list: 7, start: 0)), moments(fields(scope: 1, list: -1, start: 0)),
    moments(#""children":[{"scope":7,"edit":{"list":0,"start":0,"removed":0,"added":[]}}]"#),
    moments(
      #""children":[{"scope":1,"edit":{"list":0,"start":0,"removed":9223372036854775807,"added":[]}}]"#
    ),
  ])
  func `data that contradict each other are an error, not a crash`(part: String) {
    #expect(throws: DecodingError.self) { try decode(recording(part)) }
  }

  @Test func `a recording of nonsense is a page and a flow test, not a crash`() throws {
    let scope =
      #"{"id":1,"type":"A","fields":[],"children":[[{"scope":1,"segment":"x[]"},{"scope":4,"segment":"y"}]]}"#
    let recording = try decode(
      self.recording("\"scopes\":[\(scope),\(scope)]").replacing(
        "\"discarded\":0",
        with: "\"discarded\":9223372036854775807"
      )
    )
    #expect(recording.html().contains("<code>.a</code>"))
    #expect(recording.flowTest().contains(".WHEN(.a)"))
    #expect(try decoded(recording) == recording)
  }

  @Test(arguments: [
    ("[9223372036854775807,18446744073709551615]", "153722867280912930 min 7.999 s"),
    ("[-9223372036854775808,0]", "-9223372036854775808.000 s"),
  ])
  func `a time beyond that of a clock is shown as the longest time there is`(time: String, text: String)
    throws
  {
    let recording = try decode(recording(Self.moments("\"time\":\(time)")))
    #expect(recording.html().contains("<i>\(text)</i>"))
    #expect(try decoded(recording) == recording)
  }

  @Test func `a version of the future is an error that names both versions`() throws {
    let error = #expect(throws: DecodingError.self) { try decode(recording(#""version":3"#)) }
    guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
    #expect(
      context.debugDescription == """
        The recording has version 3 of the format, and this version of Statoscope reads 2. Read it with the version of \
        Statoscope that wrote it.
        """
    )
  }

  @Test func `an event of a scope that is in no tree is a comment of the flow test`() throws {
    let recording = try decode(recording(Self.moments(#""event":".a","source":".a","scope":2"#)))
    #expect(recording.moments.map(\.path) == ["(not in the tree)"])
    #expect(
      recording.flowTest() == """
        try A.GIVEN { A() }
            // B got .a, and is not in the tree
          .runTest()
        """
    )
    #expect(recording.html().contains("B at (not in the tree)"))
  }

  /// A list of one moment with some members.
  private nonisolated static func moments(_ members: String) -> String {
    let others = [
      #""number":1"#, #""time":[0,0]"#, #""scope":1"#, #""type":"B""#, #""cause":{"outside":{}}"#,
      #""change":[]"#, #""fields":[]"#, #""children":[]"#, #""effects":[]"#,
    ]
    let rest = others.filter { !members.contains($0.prefix { $0 != ":" } + ":") }
    return "\"moments\":[{" + (rest + [members]).joined(separator: ",") + "}]"
  }

  private nonisolated static func fields(scope: Int, list: Int, start: Int) -> String {
    #""scope":\#(scope),"fields":[{"list":\#(list),"start":\#(start),"removed":1,"added":[]}]"#
  }

  /// A recording with some member.
  private func recording(_ member: String) -> String {
    let others = [
      #""version":2"#, #""root":"A""#, #""capacity":1"#, #""discarded":0"#, #""unseen":[]"#,
      #""scopes":[{"id":1,"type":"B","fields":[["a"]],"children":[]}]"#,
      Self.moments(#""event":".a","source":".a""#),
    ]
    let rest = others.filter { !member.hasPrefix($0.prefix { $0 != ":" }) }
    return "{" + (rest + [member]).joined(separator: ",") + "}"
  }

  private func decode(_ json: String) throws -> ScopeRecording {
    try JSONDecoder().decode(ScopeRecording.self, from: Data(json.utf8))
  }

  private func decoded(_ recording: ScopeRecording) throws -> ScopeRecording {
    try JSONDecoder().decode(ScopeRecording.self, from: JSONEncoder().encode(recording))
  }

  private static func text(capacity: Int) throws -> String {
    try String(contentsOf: fixture("capacity\(capacity).txt"), encoding: .utf8)
  }

  private static func fixture(_ name: String) -> URL {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/\(name)")
  }
}
