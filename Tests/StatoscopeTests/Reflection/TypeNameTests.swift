import Statoscope
import Testing

@Suite struct `The name of a type` {
  @Test func `has the enclosing types, and no module`() {
    #expect(typeName(Int.self) == "Int")
    #expect(typeName(Böx.Lid.self) == "Böx.Lid")
    #expect(typeName(`1st`.Part.self) == "`1st`.Part")
  }

  @Test func `is that of source in an extension and with a raw identifier`() {
    #expect(typeName(String.Edge.self) == "String.Edge")
    #expect(typeName([String.Edge].self) == "Array<String.Edge>")
    #expect(typeName(`a b`.self) == "`a b`")
  }

  @Test func `has no module in its arguments either`() {
    #expect(typeName([Böx.Lid?].self) == "Array<Optional<Böx.Lid>>")
    #expect(typeName(Böx.Shelf<`1st`.Part>.self) == "Böx.Shelf<`1st`.Part>")
    #expect(typeName((Int, any Error).self) == "(Int, Error)")
    #expect(typeName(((`1st`.Part) -> Int).self) == "(`1st`.Part) -> Int")
  }
}

private enum Böx {
  struct Lid {}
  struct Shelf<Content> {}
}

extension String {
  fileprivate enum Edge {}
}

private enum `a b` {}

private enum `1st` {
  struct Part {}
}
