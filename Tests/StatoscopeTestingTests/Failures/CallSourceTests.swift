import StatoscopeTesting
import Testing

/// How the closures of a plan are read from its source, to be printed with what is pasted.
@Suite("Source of calls")
struct CallSourceTests {
  @Test func `a closure is found among the arguments of a call or behind them`() {
    #expect(closure(#"("words") { $0.count } .next { }"#) == ["{ $0.count }"])
    #expect(closure("{ Counter() }\n .EVENTS { }") == ["{ Counter() }"])
    #expect(closure(#"("a { b", holds: { $0 }) "#) == ["{ $0 }"])
    #expect(closure("(\"x\", isFine)\n  .next { }") == nil)
    #expect(closure(#"("x \( { 1 }() ) {") { 2 }"#) == ["{ 2 }"])
  }

  @Test func `braces in strings and comments close nothing`() {
    #expect(closure(#"{ "}" + "\"}" + "\(f({ "}" }))" } }"#) == [#"{ "}" + "\"}" + "\(f({ "}" }))" }"#])
    #expect(closure("{ // }\n  1 /* } */\n}") == ["{ // }", "  1 /* } */", "}"])
    #expect(closure("{\n    let a = \"\"\"\n      }\n      \"\"\"\n    return a\n  }")?.last == "}")
    #expect(closure("{ never closed") == nil)
  }

  @Test func `a closure of several lines is indented as little as may be`() {
    #expect(
      closure("{ sut in\n      sut.a\n\n        && sut.b\n    }") == [
        "{ sut in", "  sut.a", "", "    && sut.b", "}",
      ]
    )
  }

  private func closure(_ call: String) -> [String]? {
    CallSource(Substring(call)).closure
  }
}
