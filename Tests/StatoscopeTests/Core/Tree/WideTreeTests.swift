import Statoscope
import TestSupport
import Testing

/// A tree of 1,000,000 siblings lives in the stack of a thread of the pool.
@Suite struct WideTreeTests {
  @Test func `a million siblings are created, searched and released on a small stack`() async {
    await onASmallStack {
      let width = 1_000_000
      let crowd = Crowd((0..<width).map { _ in Person() }).injectObject(Size(value: width))
      let last = crowd.people[width - 1]
      #expect(last.size.value == width)
      #expect(last.tree.root === crowd)
      #expect(last.tree.keyPathFromRoot == #"\.people[999999]"#)
    }
  }

  @Test func `siblings without an event are released on a small stack`() async {
    await onASmallStack {
      // One call inside another for each would take 5 MB and more.
      weak var last: Person?
      do {
        let people = (0..<100_000).map { _ in Person() }
        last = people.last
        _ = Crowd(people)
      }
      #expect(last == nil)
    }
  }
}

private struct Size: Injectable {
  var value: Int
  static let defaultValue = Size(value: 0)
}

private final class Crowd: Scope {
  enum When { case nothing }
  @Subscope var people: [Person]

  init(_ people: [Person]) {
    _people = Subscope(wrappedValue: people)
  }

  func update(_ when: When) throws {}
}

private final class Person: Scope {
  enum When { case nothing }
  @Injected var size: Size
  func update(_ when: When) throws {}
}
