import Statoscope
import Testing

/// How a value reads in failures and in the log.
@Suite struct StateTextTests {
  @Test func `values that are nested too deep are cut`() {
    let lines = StateText(Box.deep(1000)).lines
    #expect(lines.count == StateText.deepestLevel + 2)
    #expect(lines.last == String(repeating: "  ", count: 65) + "inner: … (more than 64 levels deep)")
  }

  @Test func `cycles are cut`() {
    let node = Cyclic()
    node.next = node
    #expect(StateText(node).lines == ["Cyclic", "  next: Cyclic (shown above)"])
  }

  @Test func `an actor is printed as its type`() {
    #expect(StateText(Bank(vault: Vault())).lines == ["Bank", "  vault: Vault"])
  }

  @Test func `objects of an effect are printed as their types`() {
    let effect = Rob(vault: Vault(), plan: [Plan(hour: 3)], hour: 3)
    #expect(EffectText(effect).text == "Rob(vault: Vault, plan: [ Plan ], hour: 3)")
  }

  @Test func `equal dictionaries and sets have the same text`() {
    let names = (0..<20).map { "name \($0)" }
    let first = StateText(Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })).lines
    let second = StateText(Dictionary(uniqueKeysWithValues: names.reversed().map { ($0, 1) })).lines
    #expect(first == second)
    #expect(StateText(Set(names)).lines == StateText(Set(names.reversed())).lines)
  }

  @Test func `values are printed as their source`() {
    #expect(StateText("a").lines == ["\"a\""])
    #expect(StateText(Int?.none as Any).lines == ["nil"])
    #expect(StateText(Int?.some(3) as Any).lines == ["3"])
    #expect(StateText(Choice.plain).lines == [".plain"])
    #expect(StateText(Choice.with(3)).lines == [".with", "  3"])
    #expect(StateText(Choice.labelled(width: 3)).lines == [".labelled", "  width: 3"])
    #expect(StateText(Choice.several(3, name: "b")).lines == [".several", "  .0: 3", #"  name: "b""#])
    #expect(StateText(Result<Void, any Error>.success(())).lines == [".success", "  ()"])
    #expect(StateText([1, 2]).lines == ["[", "  1", "  2", "]"])
    #expect(StateText([String: Int]()).lines == ["[:]"])
    #expect(StateText(Point(x: 1, y: 2)).lines == ["Point", "  x: 1", "  y: 2"])
  }

  @Test func `nested values are printed as an indented tree`() {
    let visit = Visit(guests: ["Ada": [1, 2]], seat: (row: 3, name: "b"), end: .success(Choice.plain))
    #expect(
      StateText(visit).lines.joined(separator: "\n") == """
        Visit
          guests: [
            "Ada": [
              1
              2
            ]
          ]
          seat: tuple
            row: 3
            name: "b"
          end: .success
            .plain
          note: nil
        """
    )
  }
}

private final class Box {
  let inner: Box?
  init(inner: Box?) { self.inner = inner }

  static func deep(_ count: Int) -> Box {
    (0..<count).reduce(Box(inner: nil)) { inner, _ in Box(inner: inner) }
  }
}

private actor Vault {
  var gold = 100
}

private struct Bank {
  let vault: Vault
}

private final class Plan: Sendable {
  let hour: Int
  init(hour: Int) { self.hour = hour }
}

private struct Rob: Effect {
  let vault: Vault
  let plan: [Plan]
  let hour: Int
  func runEffect() async -> Int { hour }
}

private final class Cyclic {
  // The cycle ends with the test.
  unowned(unsafe) var next: Cyclic?
}

private enum Choice {
  case plain
  case with(Int)
  case labelled(width: Int)
  case several(Int, name: String)
}

private struct Point {
  let x: Int
  let y: Int
}

private struct Visit {
  var guests: [String: [Int]]
  var seat: (row: Int, name: String)
  var end: Result<Choice, any Error>
  var note: String?
}
