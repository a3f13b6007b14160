import Observation
import Statoscope
import TestSupport
import Testing

#if canImport(Combine)
  import Combine
#endif

/// `@Published`, `@Subscope` and `ObservableObject`.
@Suite struct PublishedTests {
  @Test func `tracking is notified of a change of a property that was read`() {
    let (scope, journal) = (Shown(), Journal())
    withObservationTracking {
      _ = scope.title
    } onChange: {
      journal.note("changed")
    }
    scope.send(.rename("a"))
    #expect(journal.entries == ["changed"])
    #expect(scope.title == "a")
  }

  @Test func `tracking is not notified of a property that was not read`() {
    let (scope, journal) = (Shown(), Journal())
    withObservationTracking {
      _ = scope.count
    } onChange: {
      journal.note("changed")
    }
    scope.send(.rename("a"))
    #expect(journal.entries == [])
  }

  @Test func `tracking is notified of a replaced child`() {
    let (scope, journal) = (Shown(), Journal())
    withObservationTracking {
      _ = scope.detail
    } onChange: {
      journal.note("changed")
    }
    scope.send(.open)
    #expect(journal.entries == ["changed"])
  }

  @Test func `listeners are called before each change`() {
    let (scope, journal) = (Shown(), Journal())
    let token = scope.objectWillChange.sink { journal.note("will change from \(scope.title)") }
    scope.send(.rename("a")).send(.rename("b"))
    #expect(journal.entries == ["will change from ", "will change from a"])
    token.cancel()
    scope.send(.rename("c"))
    #expect(journal.entries.count == 2)
  }

  @Test func `listeners are called before a child is replaced`() {
    let (scope, journal) = (Shown(), Journal())
    let token = scope.objectWillChange.sink { journal.note("will change from \(scope.detail == nil)") }
    scope.send(.open)
    #expect(journal.entries == ["will change from true"])
    scope.detail?.removeFromSuperscope()
    #expect(journal.entries == ["will change from true", "will change from false"])
    token.cancel()
  }

  @Test func `a ReducerScope publishes each of its events beforehand`() {
    let (store, journal) = (Store(), Journal())
    let token = store.objectWillChange.sink { journal.note("will change from \(store.state)") }
    store.send(1).send(2)
    #expect(journal.entries == ["will change from 0", "will change from 1"])
    #expect(store.state == 3)
    token.cancel()
  }

  @Test func `a token that is released ends its subscription`() {
    let (scope, journal) = (Shown(), Journal())
    do { _ = scope.objectWillChange.sink { journal.note("changed") } }
    scope.send(.rename("a"))
    #expect(journal.entries == [])
  }

  @Test func `an object that is not a scope publishes through its own publisher`() {
    let (model, journal) = (Model(), Journal())
    let token = model.objectWillChange.sink { journal.note("will change") }
    withObservationTracking {
      _ = model.count
    } onChange: {
      journal.note("tracked")
    }
    model.count += 1
    #expect(journal.entries == ["will change", "tracked"])
    token.cancel()
  }

  @Test func `a change in place is published once, and the property can be read`() {
    let (scope, journal) = (Shown(), Journal())
    let token = scope.objectWillChange.sink { journal.note("will change from \(scope.count)") }
    withObservationTracking {
      _ = scope.count
    } onChange: {
      journal.note("tracked")
    }
    increment(&scope.count) { journal.note("is \(scope.count)") }
    #expect(journal.entries == ["will change from 0", "tracked", "is 0"])
    #expect(scope.count == 1)
    token.cancel()
  }

  @Test func `a change in place that throws is not reverted`() {
    let (scope, journal) = (Shown(), Journal())
    #expect(throws: InvalidStateError.self) {
      try increment(&scope.count) { throw InvalidStateError() }
    }
    withObservationTracking {
      _ = scope.count
    } onChange: {
      journal.note("tracked")
    }
    #expect(scope.count == 1)
    scope.count = 5
    #expect(journal.entries == ["tracked"])
  }

  @Test func `tracking distinguishes scopes of one class`() {
    let (scope, other, journal) = (Shown(), Shown(), Journal())
    withObservationTracking {
      _ = scope.count
      _ = other.title
    } onChange: {
      journal.note("changed")
    }
    other.count = 1
    scope.title = "a"
    #expect(journal.entries == [])
    other.title = "b"
    #expect(journal.entries == ["changed"])
  }

  private func increment(_ count: inout Int, meanwhile: () throws -> Void) rethrows {
    count += 1
    try meanwhile()
  }
}

private final class Shown: Scope, ObservableObject {
  enum When {
    case rename(String)
    case open
  }

  @Published var title = ""
  @Published var count = 0
  @Subscope var detail: Loader?

  func update(_ when: When) throws {
    switch when {
    case .rename(let title): self.title = title
    case .open: detail = Loader()
    }
  }
}

private final class Store: ReducerScope<Int, Int>, ObservableObject {
  @Published var title = ""
  init() { super.init(initialState: 0, reducer: Reducer { state, when in state += when }) }
}

private final class Model: ObservableObject {
  let objectWillChange = ObservableObjectPublisher()
  @Published var count = 0
}
