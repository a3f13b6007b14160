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

  @Test func `regular expressions and raw strings close nothing`() {
    for body in [
      "$0.name.contains(/[}\"]/)", "$0.name.firstMatch(of: #/ } \" /#) != nil", "return /}/.isEmpty",
      "[/}/, /{/]",
      ##"#"}""}"#.isEmpty"##, ##"#"\#(f { "}" })}"#.isEmpty"##, "`a } b` == 1", "/* /* } */ } */ true",
    ] {
      #expect(closure("(\"x\") { \(body) } .next") == ["{ \(body) }"])
    }
    #expect(closure("{ $0.a / 2 + $0.b/2 > { 3 }() / 4 }") == ["{ $0.a / 2 + $0.b/2 > { 3 }() / 4 }"])
    // Nobody knows without the compiler.
    #expect(closure("{ $0.reduce(1, /) }") == nil)
  }

  @Test func `a function in place of a closure is read as it stands`() {
    #expect(function("(\"x\", isFine)\n  .next { }") == "(\"name\", isFine)")
    #expect(function("(make(with: { 3 }))") == "(\"name\", make(with: { 3 }))")
    #expect(function("(\"x\", holds: { $0 })") == "(\"name\") { $0 }")
    #expect(function("(\"x\", { $0 } /* } */)") == "(\"name\") { $0 }")
    #expect(function("(\"x\", line: 3, \\.isFine)") == "(\"name\", \\.isFine)")
    #expect(function("(\"x\", a) { $0 }") == "(\"name\") { $0 }")
  }

  @Test func `what a closure takes from the function around it is known`() {
    let before = """
      let other = 1
      func play(_ kind: Kind, with count: Int = 2) throws {
        let (left, right) = (1, 2)
        for seat in 0..<count { var isTaken = false
      """
    let call = "{ Table(count, kind: kind, left: .other, seat: seat, isTaken) }"
    let source = CallSource(Substring(call), after: Substring(before))
    #expect(source.function?.captured == ["count", "kind", "seat", "isTaken"])
    let own = CallSource("{ let count = 2; return Table(count) }", after: Substring(before))
    #expect(own.function?.captured == [])
  }

  private func function(_ call: String) -> String? {
    CallSource(Substring(call)).function?.call(after: "\"name\"").trimmingPrefix(" ").description
  }

  private func closure(_ call: String) -> [String]? {
    CallSource(Substring(call)).closure
  }
}
