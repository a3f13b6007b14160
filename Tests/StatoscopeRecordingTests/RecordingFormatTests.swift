import Foundation
import Statoscope
import StatoscopeRecording
import TestSupport
import Testing

/// A recording is read as it was written, by earlier versions too; what no recorder writes is an error.
@MainActor @Suite("ScopeRecording, its format", .computes)
struct RecordingFormatTests {
  @Test(arguments: [1_000, 7]) func `a recording of version 1 says what it said when it was written`(
    capacity: Int
  ) throws {
    let data = try Data(contentsOf: Self.fixture("version1-capacity\(capacity).json"))
    let recording = try JSONDecoder().decode(ScopeRecording.self, from: data)
    // Earlier versions wrote the values of optionals without `.some`.
    let text = try Self.text(capacity: capacity).replacing(#/\.show\(\.some\((.*)\)\)(,|\n)/#) {
      ".show(\($0.output.1))\($0.output.2)"
    }
    #expect(recording.everything == text)
  }

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
    #""version":0"#, #""moments":[{"time":1}]"#, #""moments":[{"time":[1],"scope":1}]"#,
    #""moments":[{"time":[9223372036854775807,1000000000000000000],"scope":1}]"#,
    #""moments":[{"time":1,"scope":1,"tree":{"start":9,"removed":1,"places":[]}}]"#,
    #""moments":[{"time":1,"scope":1,"tree":{"start":-1,"removed":1,"places":[]}}]"#,
  ])
  func `a recording that makes no tree is an error, not a crash`(part: String) {
    let other = [#""version":1"#, #""moments":[]"#].filter { $0.prefix(9) != part.prefix(9) }
    let text =
      #"{"root":"A","capacity":1,"dropped":0,"scopes":[],"tree":[],"#
      + (other + [part]).joined(separator: ",") + "}"
    #expect(throws: DecodingError.self) { try decode(text) }
  }

  @Test func `a recording of nonsense is a page and a flow test, not a crash`() throws {
    let text = """
      {"version":1,"root":"A","capacity":1,"dropped":9223372036854775807,
       "scopes":[{"id":1,"type":"A","fields":[]},{"id":1,"type":"B","fields":[]}],
       "tree":[{"scope":1,"depth":7,"segment":"x"},{"scope":1,"depth":-3,"segment":"y"}],
       "moments":[{"time":1,"scope":1,"event":".a","fields":[[9,"x"]]},{"time":[1,-1],"scope":4}]}
      """
    let recording = try decode(text)
    #expect(recording.html().contains("<code>.a</code>"))
    #expect(recording.flowTest().contains(".WHEN(.a)"))
    #expect(try decoded(recording) == recording)
  }

  @Test(arguments: [
    ("[-9223372036854775808,0]", "-9223372036854775808.000 s"), ("-1500000000", "-1.500 s"),
    ("[9223372036854775807,999999999999999999]", "153722867280912930 min 7.999 s"),
  ])
  func `a moment has any time that there is`(time: String, text: String) throws {
    let json = """
      {"version":1,"root":"A","capacity":1,"dropped":0,"scopes":[],"tree":[],
       "moments":[{"time":\(time),"scope":1,"event":".a"}]}
      """
    let recording = try decode(json)
    #expect(recording.html().contains("<i>\(text)</i>"))
    #expect(try decoded(recording) == recording)
  }

  @Test(arguments: [
    #""edits":{"0":{"start":9,"removed":1,"nodes":[]}}"#,
    #""edits":{"0":{"start":0,"removed":1,"nodes":[]}}"#,
    #""moments":[{"number":1,"scope":1}]"#, moments(#""time":[1]"#), moments(#""position":[]"#),
  ])
  func `data of version 2 that contradict each other are an error, not a crash`(part: String) {
    #expect(throws: DecodingError.self) { try decode(version2(part)) }
  }

  @Test(arguments: [
    ("[9223372036854775807,18446744073709551615]", "153722867280912930 min 7.999 s"),
    ("[-9223372036854775808,0]", "-9223372036854775808.000 s"),
  ])
  func `a time beyond that of a clock is shown as the longest time there is`(time: String, text: String)
    throws
  {
    let recording = try decode(version2(Self.moments("\"time\":\(time)")))
    #expect(recording.html().contains("<i>\(text)</i>"))
    #expect(try decoded(recording) == recording)
  }

  @Test func `a version of the future is an error that names both versions`() throws {
    let error = #expect(throws: DecodingError.self) { try decode(version2(#""version":3"#)) }
    guard case .dataCorrupted(let context)? = error else { throw try #require(error) }
    #expect(
      context.debugDescription == """
        The recording has version 3 of the format, and this version of Statoscope reads 1 and 2. Read it with the \
        version of Statoscope that wrote it.
        """
    )
  }

  @Test func `an event of a scope that is in no tree is a comment of the flow test`() throws {
    let recording = try decode(version2(Self.moments(#""event":".a","source":".a""#)))
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
      #""change":[]"#,
      #""fields":[]"#, #""effects":[]"#,
    ]
    let rest = others.filter { !members.hasPrefix($0.prefix { $0 != ":" }) }
    return "\"moments\":[{" + (rest + [members]).joined(separator: ",") + "}]"
  }

  /// A recording in version 2 with some member.
  private func version2(_ member: String) -> String {
    let others = [
      #""version":2"#, #""root":"A""#, #""capacity":1"#, #""discarded":0"#, #""scopes":[]"#, #""tree":[]"#,
      #""edits":{}"#, Self.moments(#""event":".a""#),
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
