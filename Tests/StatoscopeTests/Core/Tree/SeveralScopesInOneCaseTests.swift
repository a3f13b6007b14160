import Statoscope
import TestSupport
import Testing

/// Cases that carry more than one scope: what the trap says.
@Suite struct SeveralScopesInOneCaseTests {
  @Test(.waitsForPrograms) func `two scopes in a case trap`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Room().place = .labelled(Desk(), "desk", lamp: Desk())
    }
    expect(result, names: "Place.labelled holds several scopes: Desk, Desk.")
  }

  @Test(.waitsForPrograms) func `a scope beside one of another enum traps at the first event`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Room(.nested(Desk(), .desk(Desk()))).send(.nothing)
    }
    expect(result, names: "Place.nested holds several scopes: Desk, Desk.")
  }

  @Test(.waitsForPrograms) func `a list of scopes in a case traps, also an empty one`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Room().places = [.desk(Desk()), .list([])]
    }
    expect(result, names: "Place.list holds several scopes: Array<Desk>.")
  }

  @Test(.waitsForPrograms) func `a dictionary of scopes in a case traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Room().byName["a"] = .keyed("title", ["a": Desk()])
    }
    expect(result, names: "Place.keyed holds several scopes: Dictionary<String, Desk>.")
  }

  @Test(.waitsForPrograms) func `a list of cases in a case traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Room().places.append(.cases([.desk(Desk())]))
    }
    expect(result, names: "Place.cases holds several scopes: Array<Corner>.")
  }

  @Test func `a list of other values beside a scope is allowed`() {
    let (room, desk) = (Room(), Desk())
    room.place = .noted(desk, ["a", "b"])
    #expect(desk.tree.keyPathFromRoot == #"\.place?.noted"#)
  }

  private func expect(_ result: ExitTest.Result?, names beginning: String) {
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        The case \(beginning) A case of a ScopeEnum can hold only one. Move them into a new scope with a @Subscope \
        property for each, or implement `var scope: ScopeNode?` in the enum, and return the one that is the child.
        """
      )
    )
  }
}

private enum Place: ScopeEnum {
  case desk(Desk)
  case labelled(Desk, String, lamp: Desk)
  case nested(Desk, Corner)
  case list([Desk])
  case keyed(String, [String: Desk])
  case cases([Corner])
  case noted(Desk, [String])
}

private enum Corner: ScopeEnum {
  case desk(Desk)
}

private final class Room: Scope {
  enum When: Sendable { case nothing }
  @Subscope var place: Place?
  @Subscope var places: [Place] = []
  @Subscope var byName: [String: Place] = [:]

  init(_ place: Place? = nil) {
    _place = Subscope(wrappedValue: place)
  }

  func update(_ when: When) throws {}
}

private final class Desk: Scope {
  enum When: Sendable { case nothing }
  func update(_ when: When) throws {}
}
