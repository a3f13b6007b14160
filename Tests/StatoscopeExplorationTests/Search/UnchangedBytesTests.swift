import Foundation
import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

/// A value that was read before is known by its bytes, unless these do not say all.
@Suite("Exploration, values with unchanged bytes")
struct UnchangedBytesTests {
  @Test func `what changes in an object inside of a structure makes another state`() throws {
    #expect(try states { $0.holder.box.number = ($0.holder.box.number + 1) % 5 } == 5)
  }

  @Test func `what changes in an object of a case makes another state`() throws {
    #expect(
      try states { sut in
        if case .open(let box) = sut.door { box.number = (box.number + 1) % 5 }
      } == 5
    )
  }

  @Test func `what a structure shows by a mirror of its own is read each time`() throws {
    #expect(try states { $0.mirrored.box.number = ($0.mirrored.box.number + 1) % 5 } == 5)
  }

  @Test func `a list in a structure that changes in place makes another state`() throws {
    #expect(try states { $0.row.cells[3] = ($0.row.cells[3] + 1) % 5 } == 5)
  }

  @Test func `a long text in a structure that changes in place makes another state`() throws {
    #expect(
      try states { sut in
        sut.row.text.append("a text that no register holds ")
        if sut.row.text.count > 140 { sut.row.text = "" }
      } == 5
    )
  }

  @Test func `structures with equal bytes and other types are two`() throws {
    #expect(
      try states { sut in
        sut.anything =
          switch sut.anything {
          case is Meters: Feet(count: 1)
          case is Feet: nil
          default: Meters(count: 1)
          }
      } == 3
    )
  }

  @Test func `a structure that equals one before it is the same state`() throws {
    #expect(
      try states { sut in
        // Its list is at another address each time.
        sut.row = Row(cells: (0..<4).map { $0 == 3 ? (sut.row.cells[3] + 1) % 5 : 0 }, text: "")
      } == 5
    )
  }

  private func states(_ change: @escaping @Sendable (Cupboard) -> Void) throws -> Int {
    try Cupboard.EXPLORE { Cupboard(change) }.EVENTS { _ in [.change] }.run().states
  }
}

private final class Box {
  var number = 0
}

private struct Holder {
  let box = Box()
  let name = "holder"
}

private struct Mirrored: CustomReflectable {
  let box = Box()
  var customMirror: Mirror { Mirror(self, children: ["number": box.number]) }
}

private enum Door {
  case closed
  case open(Box)
}

private struct Row {
  var cells = [0, 0, 0, 0]
  var text = ""
}

private struct Meters: Sendable { var count = 0 }
private struct Feet: Sendable { var count = 0 }

private final class Cupboard: Scope {
  enum When { case change }
  let holder = Holder()
  let door = Door.open(Box())
  let mirrored = Mirrored()
  var row = Row()
  var anything: (any Sendable)?
  private let change: @Sendable (Cupboard) -> Void

  init(_ change: @escaping @Sendable (Cupboard) -> Void) {
    self.change = change
  }

  func update(_ when: When) { change(self) }
}
