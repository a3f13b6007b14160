import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// When a plan has its scope drawn; what is drawn is for the platforms that have views.
@Suite struct DrawingTests {
  @Test func `the scope is drawn after each event, also in forks`() throws {
    var drawn: [String] = []
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .FORK(.close) { _ in }
      .THEN(\.isOpen, equals: true)
      .WHEN(\.basket, .add("pear"))
      .drawing { shop, name in drawn.append("\(name): \(shop.isOpen) \(shop.basket.goods)") }
      .runTest()
    #expect(
      drawn == [
        "WHEN(.open): true []", "WHEN(\\.basket, .add(\"pear\")): true [\"pear\"]", "FORK(.close): false []",
      ]
    )
  }

  @Test func `a step draws it now`() throws {
    var drawn: [Bool] = []
    try Shop.GIVEN { Shop() }
      .drawn(at: here)
      .WHEN(.open)
      .drawing { shop, _ in drawn.append(shop.isOpen) }
      .runTest()
    #expect(drawn == [false, true])
  }

  @Test func `a child is drawn while it exists`() throws {
    var rings: [Int] = []
    try Shop.GIVEN { Shop() }
      .WITH(\.till)
      .drawing { till, _ in rings.append(till.rings) }
      .POP()
      .WHEN(.loadPrices)
      .WHEN(.open)
      .WHEN(\.till, .ring)
      .runTest()
    #expect(rings == [0, 1])
  }

  @Test func `a picture without a view is a failure that says how to configure one`() throws {
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .drawn(at: here)
        .runTest()
    }
    #expect(
      found.map(\.text) == [
        """
        takeSnapshot(): no view is configured. Add .configureViewSnapshot(self) { sut in MyView(sut) } to the plan.
        """
      ]
    )
  }

  @Test func `an error of the drawing fails its step, and the plan continues`() throws {
    let found = try failures {
      try Shop.GIVEN { Shop() }
        .WHEN(.open)
        .THEN(\.isOpen, equals: true)
        .drawing { _, _ in throw Offline() }
        .runTest()
    }
    #expect(found.count == 1)
    #expect(found.first?.text.hasPrefix("WHEN(.open): the closure threw: Offline()") == true)
  }

  private var here: CallLocation { CallLocation(fileID: #fileID, filePath: #filePath, line: 1, column: 1) }
}
