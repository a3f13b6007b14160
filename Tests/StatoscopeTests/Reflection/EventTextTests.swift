import Foundation
import Statoscope
import TestSupport
import Testing

@Suite struct `The text of an event` {
  @Test(arguments: [
    (Event.tapped, ".tapped"),
    (.loaded(.success("x")), #".loaded(.success("x"))"#),
    (.loaded(.failure(Offline())), ".loaded(.failure(Offline()))"),
    (.loaded(.failure(Reason.denied(code: 3))), ".loaded(.failure(Reason.denied(code: 3)))"),
    (.moved(to: Place(x: 1, kind: .far)), ".moved(to: Place(x: 1, kind: .far))"),
    (.chosen(nil), ".chosen(nil)"),
    (.chosen([.far, .near]), ".chosen([.far, .near])"),
    (.chosen([.`far away`]), ".chosen([.`far away`])"),
    (.typed("two\nlines"), #".typed("two\nlines")"#),
    (.at(Date(timeIntervalSince1970: 0)), ".at(1970-01-01 00:00:00 +0000)"),
    (.at(Date(timeIntervalSinceReferenceDate: 0.5)), ".at(Date(timeIntervalSinceReferenceDate: 0.5))"),
    (.found(Thing()), ".found(Thing)"),
    (.asked(for: Int.self, perhaps: nil), ".asked(for: Int.self, perhaps: nil)"),
    (.asked(for: Thing.self, perhaps: [Int].self), ".asked(for: Thing.self, perhaps: [Int].self)"),
    (.chosenTwice(.some(nil)), ".chosenTwice(.some(nil))"),
  ]) private func `is the event as Swift source`(event: Event, text: String) {
    #expect(EventText(event).text == text)
  }

  @Test func `of a metatype that Swift cannot print is its type`() {
    #expect(EventText(Event.number(Int.self)).text == ".number(Int.self)")
    #expect(EventText(Event.several(Int.self, 3)).text == ".several((Int.Type, Int))")
    #expect(EventText(Event.optional(Int.self)).text == ".optional(Optional<Int.Type>)")
    #expect(!SwiftSource(Event.optional(Int.self)).isWhole)
    #expect(SwiftSource(shorthandOf: Event.number(Int.self)).description == ".number(Int.self)")
  }

  @Test func `of a string is a literal, and of a number a number`() {
    #expect(EventText("hello").text == #""hello""#)
    #expect(EventText(7).text == "7")
  }

  @Test func `of a value that is nested too deep is cut`() {
    var list = List.end
    for _ in 0..<100_000 { list = .next(list) }
    #expect(EventText(list).text.contains("…"))
    // Released in turn: the compiler's own way nests as deep as the list.
    while case .next(let rest) = list { list = rest }
  }
}

private enum Event: Sendable {
  case tapped
  case loaded(Result<String, any Error>)
  case moved(to: Place)
  case chosen([Kind]?)
  case typed(String)
  case at(Date)
  case found(Thing)
  case asked(for: any Any.Type, perhaps: (any Any.Type)?)
  case number(Int.Type)
  case several(Int.Type, Int)
  case optional(Int.Type?)
  case chosenTwice(Kind??)
}

private enum Kind { case near, far, `far away` }

private struct Place {
  var x: Int
  var kind: Kind
}

private enum Reason: Error { case denied(code: Int) }

private final class Thing: Sendable {}

private indirect enum List {
  case end
  case next(List)
}
