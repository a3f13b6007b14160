import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// States compared with text files beside the test.
@Suite struct SnapshotTests {
  @Test func `an unchanged state passes`() throws {
    try Shop.GIVEN { Shop() }
      .WHEN(.open)
      .WHEN(\.basket, .add("pear"))
      .SNAPSHOT("an open shop with a pear in the basket")
      .FORK(.close) { sut in try sut.SNAPSHOT("a closed shop") }
      .WITH(\.basket)
      .SNAPSHOT("a basket with a pear")
      .runTest()
  }

  @Test func `a live plan takes snapshots`() async throws {
    let clock = TestClock()
    try await Station.GIVEN { Station(clock: clock) }
      .WHEN(.delay("a", .seconds(1)))
      .ADVANCE(by: .seconds(1))
      .RECEIVE(.came("a"))
      .WITH(\.platform)
      .SNAPSHOT("an empty platform")
      .runTest(effects: .live(clock))
  }

  @Test func `a missing file is a failure that says how to record it`() throws {
    try inAFolder(recording: false) { folder in
      let line: UInt = #line
      let found = try failures {
        try Shop.GIVEN { Shop() }
          .SNAPSHOT("a new shop")
          .runTest()
      }
      #expect(
        found == [
          Failure(
            line: line + 3,
            text: """
              SNAPSHOT("a new shop"): there is no snapshot yet: __Snapshots__/SnapshotTests/a new shop.txt does not \
              exist beside the test.
              Run the test once with STATOSCOPE_RECORD_SNAPSHOTS=1 in its environment, read the recorded file, and \
              commit it.
              """
          )
        ]
      )
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    }
  }

  @Test func `a changed state is shown as a diff, and the plan continues`() throws {
    try inAFolder(recording: true) { folder in
      try Shop.GIVEN { Shop() }.SNAPSHOT("a shop").runTest()
      try SnapshotRecording.$current.withValue(SnapshotRecording(isOn: false, folder: folder)) {
        let found = try failures {
          try Shop.GIVEN { Shop() }
            .WHEN(.open)
            .SNAPSHOT("a shop")
            .THEN(\.isOpen, equals: true)
            .runTest()
        }
        #expect(
          found.map(\.text) == [
            """
            SNAPSHOT("a shop"): the state differs from __Snapshots__/SnapshotTests/a shop.txt (- recorded, + found):
                Shop
              -   isOpen: false
              +   isOpen: true
                  prices: []
                  error: nil
                  basket: Basket
                    goods: []
              -   till: nil
              +   till: Till
              +     rings: 0
              +     drawer: Drawer
              +       slides: 0
            If this is intended, record it with STATOSCOPE_RECORD_SNAPSHOTS=1; otherwise fix `update`.
            """
          ]
        )
      }
    }
  }

  @Test func `recording writes the state as text, and passes`() throws {
    try inAFolder(recording: true) { folder in
      try Shop.GIVEN { Shop() }.SNAPSHOT("a new shop").runTest()
      let file = folder.appendingPathComponent("__Snapshots__/SnapshotTests/a new shop.txt")
      #expect(
        try String(contentsOf: file, encoding: .utf8) == """
          Shop
            isOpen: false
            prices: []
            error: nil
            basket: Basket
              goods: []
            till: nil

          """
      )
      try Shop.GIVEN { Shop() }.WHEN(.open).SNAPSHOT("a new shop").runTest()
      #expect(try String(contentsOf: file, encoding: .utf8).contains("isOpen: true"))
    }
  }

  @Test func `other line ends are no difference`() throws {
    try inAFolder(recording: true) { folder in
      try Shop.GIVEN { Shop() }.SNAPSHOT("a shop").runTest()
      let file = folder.appendingPathComponent("__Snapshots__/SnapshotTests/a shop.txt")
      let text = try String(contentsOf: file, encoding: .utf8)
      try Data(text.split(separator: "\n").joined(separator: "\r\n").utf8).write(to: file)
      try SnapshotRecording.$current.withValue(SnapshotRecording(isOn: false, folder: folder)) {
        try Shop.GIVEN { Shop() }.SNAPSHOT("a shop").runTest()
      }
    }
  }

  @Test func `a file that is not text is a failure that names it`() throws {
    try inAFolder(recording: false) { folder in
      let file = folder.appendingPathComponent("__Snapshots__/SnapshotTests/a shop.txt")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data([0xff, 0xfe, 0xff]).write(to: file)
      let found = try failures { try Shop.GIVEN { Shop() }.SNAPSHOT("a shop").runTest() }
      #expect(found.count == 1)
      let start = "SNAPSHOT(\"a shop\"): __Snapshots__/SnapshotTests/a shop.txt cannot be read or recorded: "
      #expect(found.first?.text.hasPrefix(start) == true)
      let end = """

        Fix the file and its folder, or remove it and record it again with STATOSCOPE_RECORD_SNAPSHOTS=1.
        """
      #expect(found.first?.text.hasSuffix(end) == true)
    }
  }

  @Test func `a folder that cannot be written is a failure that names the file`() throws {
    try inAFolder(recording: true) { folder in
      try Data().write(to: folder.appendingPathComponent("__Snapshots__"))
      let found = try failures { try Shop.GIVEN { Shop() }.SNAPSHOT("a shop").runTest() }
      #expect(found.count == 1)
      let start = "SNAPSHOT(\"a shop\"): __Snapshots__/SnapshotTests/a shop.txt cannot be read or recorded: "
      #expect(found.first?.text.hasPrefix(start) == true)
    }
  }

  @Test func `in an exhaustive plan a snapshot names every change and effect`() throws {
    try inAFolder(recording: true) { _ in
      try Shop.GIVEN { Shop() }
        .configure(exhaustivity: .on)
        .WHEN(.open)
        .SNAPSHOT("an open shop")
        .WHEN(.loadPrices)
        .SNAPSHOT("a loading shop")
        .WHEN_EffectCompletes(LoadPrices.self, with: [1])
        .THEN(\.prices, equals: [1])
        .runTest()
    }
  }

  /// A snapshot added a middleware on every event, which swallowed events when the plan was gone.
  @Test(.lesson(15))
  func `a snapshot adds nothing to the scope`() throws {
    try inAFolder(recording: true) { _ in
      let shop = Shop()
      let seen = Journal()
      shop.addMiddleware { _, when, next in
        seen.note("\(when)")
        try next(when)
      }
      try Shop.GIVEN { shop }
        .WHEN(.open)
        .SNAPSHOT("a")
        .WHEN(.close)
        .SNAPSHOT("b")
        .runTest()
      try shop.trySend(.open)
      #expect(shop.isOpen)
      #expect(seen.entries == ["open", "close", "open"])
    }
  }

  #if !canImport(Darwin) || os(macOS)
    @Test(.waitsForPrograms) func `an environment variable starts recording`() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        setenv("STATOSCOPE_RECORD_SNAPSHOTS", "1", 1)
        print("recording: \(SnapshotRecording.current.isOn)")
      }
      let output = String(decoding: end?.standardOutputContent ?? [], as: UTF8.self)
      #expect(output.contains("recording: true"))
    }
  #endif

  /// Keeps snapshots in a folder of their own for the time of a closure.
  private func inAFolder(recording: Bool, _ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try SnapshotRecording.$current.withValue(SnapshotRecording(isOn: recording, folder: folder)) {
      try body(folder)
    }
  }
}
