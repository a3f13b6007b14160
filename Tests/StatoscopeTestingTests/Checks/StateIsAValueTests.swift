import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeExploration
import StatoscopeRecording
import StatoscopeTesting
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// Whatever asks whether a state has changed gives one answer: plan, page, recording, log and exploration.
@Suite("A state is a value")
struct StateIsAValueTests {
  @Test(arguments: Pair.all)
  fileprivate func `each surface sees a change, and none where there is none`(of pair: Pair) throws {
    for place in pair.places { try place.check() }
    // One of them is enough: all are read by the same reader, and these take their time.
    try pair.places[0].checkExploration()
    try pair.places[0].checkPage()
  }

  @Test func `what reflection cannot see is no change, and is named`() throws {
    let node = ValueNode(Machine())
    #expect(node.unseen == ["Machine.onStart", "Machine.counts"])
  }
}

private final class Machine: Scope {
  enum When {}
  var onStart: () -> Void = {}
  let counts: InlineArray<2, Int> = [1, 2]
  func update(_ when: When) throws {}
}

// MARK: Pairs of values

/// Two values that differ in something stored.
private struct Pair: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The values in each place that can hold them.
  let makePlaces: @Sendable () -> [any CheckedPlace]

  var places: [any CheckedPlace] { makePlaces() }

  init<Value: Sendable>(
    _ name: String,
    _ one: @escaping @Sendable () -> Value,
    _ other: @escaping @Sendable () -> Value
  ) {
    testDescription = name
    makePlaces = {
      [
        Place("itself", one, other),
        Place("optional", { Optional(one()) }, { Optional(other()) }),
        Place("list", { [one()] }, { [other()] }),
        Place("dictionary", { ["a": one()] }, { ["a": other()] }),
        Place("tuple", { (1, one()) }, { (1, other()) }),
        Place("structure", { Box(value: one()) }, { Box(value: other()) }),
        Place("case", { Wrapped.some(one()) }, { Wrapped.some(other()) }),
        Place("existential", { one() as any Sendable }, { other() as any Sendable }),
        Place("object", { Reference(one()) }, { Reference(other()) }),
      ]
    }
  }

  init<Value: Sendable>(_ name: String, _ one: Value, _ other: Value) {
    self.init(name, { one }, { other })
  }

  /// Adds the places of values that can be hashed.
  init<Value: Sendable & Hashable>(keys name: String, _ one: Value, _ other: Value) {
    testDescription = name + " as keys"
    makePlaces = {
      [
        Place("set", { Set([one]) }, { Set([other]) }),
        Place("key", { [one: 1] }, { [other: 1] }),
        Place("erased key", { [AnyHashable(one): 1] as [AnyHashable: Int] }, { [AnyHashable(other): 1] }),
      ]
    }
  }

  static let all: [Pair] = [
    Pair("Int", 1, 2),
    Pair("Int8", Int8(1), Int8(2)),
    Pair("UInt64", UInt64.max, UInt64.max - 1),
    Pair("Bool", true, false),
    Pair("String", "a", "b"),
    Pair("canonically equal strings", "\u{e9}", "e\u{301}"),
    Pair("canonically equal characters", Character("\u{e9}"), Character("e\u{301}")),
    Pair("canonically equal substrings", "\u{212b}"[...], "\u{c5}"[...]),
    Pair("no-break space", "a b", "a\u{a0}b"),
    Pair("escaped and plain backslashes", "a\t", #"a\t"#),
    Pair("Double", 1.0, 1.0.nextUp),
    Pair("zeros", 0.0, -0.0),
    Pair("NaN", Double.nan, Double(nan: 1, signaling: false)),
    Pair("Float", Float(1), Float(1).nextUp),
    Pair("Decimal", Decimal(1), Decimal(2)),
    Pair("Data of one length", Data([1, 2, 3]), Data([1, 2, 4])),
    Pair("long Data", Data(repeating: 1, count: 100), Data(repeating: 1, count: 99) + [2]),
    Pair("Data slices", Data([1, 2, 3]), Data([0, 1, 2, 3])[1...]),
    Pair("Date within a second", Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1.25)),
    Pair(
      "Date within a millisecond",
      Date(timeIntervalSince1970: 1),
      Date(timeIntervalSince1970: 1.000_000_1)
    ),
    Pair(
      "UUID",
      UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)),
      UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    ),
    Pair("URL", URL(fileURLWithPath: "/a"), URL(fileURLWithPath: "/b")),
    Pair("Duration", Duration.seconds(1), Duration(secondsComponent: 1, attosecondsComponent: 1)),
    Pair("IndexSet", IndexSet([1, 2]), IndexSet([1, 3])),
    Pair(
      "Measurement",
      Measurement(value: 1, unit: UnitLength.kilometers),
      Measurement(value: 1_000, unit: UnitLength.meters)
    ),
    Pair("DateComponents", DateComponents(year: 1), DateComponents(year: 2)),
    Pair("Locale", Locale(identifier: "de"), Locale(identifier: "en")),
    Pair("TimeZone", TimeZone(secondsFromGMT: 0), TimeZone(secondsFromGMT: 3_600)),
    Pair("CharacterSet", CharacterSet.decimalDigits, CharacterSet.letters),
    Pair("IndexPath", IndexPath(indexes: [1, 2]), IndexPath(indexes: [1, 3])),
    Pair("described structure", Euros(cents: 100), Euros(cents: 199)),
    Pair("described raw value", Plan.free, Plan.paid),
    Pair("described case", Mood.glad, Mood.sad),
    Pair("case", Shape.dot, Shape.line(1)),
    Pair("payload", Shape.line(1), Shape.line(2)),
    Pair("label", Shape.line(1), Shape.labelled(width: 1)),
    Pair("small case", Switch.on(true), Switch.on(false)),
    Pair("equality of ids", Row(id: 1, text: "a"), Row(id: 1, text: "b")),
    Pair("nested optional", Int??.none, Int??.some(nil)),
    Pair("optional", Int?.none, Int?.some(0)),
    Pair("twice nested optional", Int???.some(nil), Int???.some(.some(nil))),
    Pair("error of another enum", Offline.lost as any Error, Refused.lost as any Error),
    Pair("optional error", Offline.lost as (any Error)?, Refused.lost as (any Error)?),
    Pair("error of Foundation", URLError(.timedOut) as any Error, URLError(.cancelled) as any Error),
    Pair("integer types", 1 as any Sendable, Int8(1) as any Sendable),
    Pair("number types", 1 as any Sendable, 1.0 as any Sendable),
    Pair("optional or not", 1 as any Sendable, Optional(1) as any Sendable),
    Pair("list or slice", [1] as any Sendable, [1][...] as any Sendable),
    Pair("list types", [Int8(1)] as any Sendable, [1] as any Sendable),
    Pair("empty list types", [Int8]() as any Sendable, [Int]() as any Sendable),
    Pair("text types", "a" as any Sendable, Substring("a") as any Sendable),
    Pair("case types", Offline.lost as any Sendable, Refused.lost as any Sendable),
    Pair("slices", [1, 2][1...], [0, 0, 2][2...]),
    Pair("ContiguousArray", ContiguousArray([1]), ContiguousArray([2])),
    Pair("Set", Set([1]), Set([2])),
    Pair("keys with one description", [Euros(cents: 100): 1], [Euros(cents: 199): 1]),
    Pair(
      "values behind keys with one description",
      [Euros(cents: 100): 1, Euros(cents: 199): 2],
      [Euros(cents: 100): 2, Euros(cents: 199): 1]
    ),
    Pair("Range", 0..<3, 0..<4),
    Pair("ClosedRange", 0.5...1, 0.25...1),
    Pair("Unicode.Scalar", "a" as Unicode.Scalar, "b" as Unicode.Scalar),
    Pair("SIMD", SIMD2(1.0, 2.0), SIMD2(1.0, 3.0)),
    Pair("Result", Result<Int, Offline>.success(1), Result<Int, Offline>.failure(.lost)),
    Pair("KeyPath", { \Row.id as AnyKeyPath & Sendable }, { \Row.text as AnyKeyPath & Sendable }),
    Pair("metatype", { Int.self as any Any.Type }, { String.self as any Any.Type }),
    Pair("optional metatype", { Int.self as (any Any.Type)? }, { nil as (any Any.Type)? }),
    Pair("metatype of errors", { Offline.self as (any Error.Type)? }, { Refused.self as (any Error.Type)? }),
    Pair("Redacted", Redacted(wrappedValue: "a"), Redacted(wrappedValue: "b")),
    Pair("deep structure", { Level.nested(70, 1) }, { Level.nested(70, 2) }),
    Pair("deep list", { Deep.nested(70, 1) }, { Deep.nested(70, 2) }),
    Pair("strings in lists", ["a", "\u{e9}"], ["a", "e\u{301}"]),
    Pair("numbers in lists", [0.0], [-0.0]),
    Pair("entries", ["a": 1], ["a": 1, "b": 2]),
    Pair("tuple labels", (1, 2), (1, 3)),
    Pair("lists of lists", [[1], []], [[], [1]]),
    Pair(
      "shared object",
      {
        let one = Reference(1); return [one, one]
      },
      { [Reference(1), Reference(1)] }
    ),
    Pair(keys: "Int", 1, 2),
    Pair(keys: "String", "a", "b"),
    Pair(keys: "canonically equal strings", "\u{e9}", "e\u{301}"),
    Pair(keys: "Data", Data([1, 2, 3]), Data([1, 2, 4])),
    Pair(keys: "Date", Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 1.25)),
    Pair(keys: "described structure", Euros(cents: 100), Euros(cents: 199)),
    Pair(keys: "described raw value", Plan.free, Plan.paid),
    Pair(keys: "equality of ids", Row(id: 1, text: "a"), Row(id: 1, text: "b")),
    Pair(keys: "optional", Int?.none, Int?.some(0)),
  ]
}

private struct Box<Value: Sendable>: Sendable { var value: Value }
private enum Wrapped<Value: Sendable>: Sendable { case none, some(Value) }

private final class Reference<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private struct Euros: Hashable, CustomStringConvertible {
  let cents: Int
  var description: String { "\(cents / 100) €" }
}

private enum Plan: String, CustomStringConvertible {
  case free, paid
  var description: String { "a plan" }
}

private enum Mood: CustomStringConvertible {
  case glad, sad, other(Int)
  var description: String { "a mood" }
}

private enum Shape { case dot, line(Int), labelled(width: Int) }
private enum Switch { case off, on(Bool) }
private enum Offline: Error { case lost }
private enum Refused: Error { case lost }

private struct Row: Hashable {
  let id: Int
  var text: String
  static func == (one: Row, other: Row) -> Bool { one.id == other.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private indirect enum Level: Sendable {
  case end(Int)
  case inner(Level)
  static func nested(_ count: Int, _ end: Int) -> Level {
    (0..<count).reduce(.end(end)) { level, _ in .inner(level) }
  }
}

private struct Deep: Sendable {
  var number: Int
  var inner: [Deep] = []
  static func nested(_ count: Int, _ end: Int) -> Deep {
    (0..<count).reduce(Deep(number: end)) { deep, _ in Deep(number: 0, inner: [deep]) }
  }
}

// MARK: Places

private protocol CheckedPlace {
  func check() throws
  func checkExploration() throws
  func checkPage() throws
}

/// A scope whose state is one of two values, asked by each surface whether it has changed.
private struct Place<Value>: CheckedPlace {
  private final class Holder: Scope, ObservableObject {
    enum When { case makeAnew, change }
    private let make: (one: () -> Value, other: () -> Value)
    @Published var value: Value

    init(_ one: @escaping () -> Value, _ other: @escaping () -> Value) {
      make = (one, other)
      value = one()
    }

    func update(_ when: When) throws { value = when == .change ? make.other() : make.one() }
  }

  let name: String
  let one: () -> Value
  let other: () -> Value

  init(_ name: String, _ one: @escaping () -> Value, _ other: @escaping () -> Value) {
    (self.name, self.one, self.other) = (name, one, other)
  }

  func check() throws {
    let texts = [one(), one(), other()].map { ValueNode($0).lines }
    let isRedacted = texts[0].contains { $0.contains(RedactedText.text) }
    #expect(ValueNode(one()) == ValueNode(one()), "\(name)")
    #expect(ValueNode(one()) != ValueNode(other()), "\(name)")
    #expect(texts[0] == texts[1], "\(name)")
    #expect(isRedacted || texts[0] != texts[2], "\(name): \(texts[0])")
    try checkPlan()
    checkRecording()
  }

  private func checkPlan() throws {
    func plan(_ when: Holder.When) throws -> [Failure] {
      try failures {
        try Holder.GIVEN { Holder(one, other) }.configure(exhaustivity: .on).WHEN(when).runTest()
      }
    }
    #expect(try plan(.makeAnew).isEmpty, "\(name)")
    #expect(try plan(.change).first?.text.contains("value") == true, "\(name)")
  }

  private func checkRecording() {
    let holder = Holder(one, other)
    let recorder = ScopeRecorder(holder)
    holder.send(.makeAnew, isolation: nil).send(.change, isolation: nil)
    #expect(recorder.recording.moments.map(\.change.isEmpty) == [true, false], "\(name)")
  }

  func checkExploration() throws {
    let states = try withoutReports {
      try Holder.EXPLORE { Holder(one, other) }.EVENTS { _ in [.makeAnew, .change] }.run(depth: 2).states
    }
    #expect(states == 2, "\(name)")
  }

  func checkPage() throws {
    let reported = try ReportedFlow {
      try Holder.GIVEN { Holder(one, other) }.WHEN(.makeAnew).WHEN(.change).runTest()
    }
    let document = try #require(try reported.documents.first)
    #expect(document.steps.filter { $0.kind == .event }.map(\.changes.isEmpty) == [true, false], "\(name)")
    #expect(document.events.first?.changing == ["change"], "\(name)")
  }

  /// Runs an exploration whose reports are of no interest: the closures of the scope are not visible.
  private func withoutReports<Result>(_ body: () throws -> Result) throws -> Result {
    var result: Swift.Result<Result, any Error>?
    _ = failures { result = Swift.Result { try body() } }
    return try #require(result).get()
  }
}
