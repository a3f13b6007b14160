import Statoscope

/// Fetches letters in several ways.
package final class Desk: Scope {
  package enum When: Sendable {
    case fetch
    case fetchUnmapped
    case fetchNext
    case fetchQueued
    case listen
    case fetched(Result<Int, any Error>)
  }

  package private(set) var letters = 0
  package private(set) var read: [Int] = []
  package private(set) var problem: String?
  @Superscope package var house: House?
  private let refuses: Bool

  package init(refuses: Bool = false) {
    self.refuses = refuses
  }

  package func update(_ when: When) throws {
    switch when {
    case .fetch:
      letters += 1
      effectsState.enqueue(Fetch().mapToResult().map(When.fetched))
    case .fetchUnmapped:
      letters += 1
      effectsState.enqueue(Fetch().map { .fetched(.success($0)) })
    case .fetchNext:
      letters += 1
      effectsState.enqueue(numbered)
    case .fetchQueued:
      letters += 1
      effectsState.enqueue(numbered, id: "post", policy: .queue)
    case .listen:
      letters += 1
      effectsState.enqueue(Post().map { .fetched(.success($0)) })
    case .fetched(let result):
      guard !refuses else { throw InvalidStateError() }
      switch result {
      case .success(let letter):
        read.append(letter)
        house?.send(.received(letter))
      case .failure(let error): problem = "\(error)"
      }
    }
  }

  private var numbered: AnyEffect<When> {
    let number = letters
    return FetchNumbered(number: number).map { .fetched(.success(number)) }
  }
}

package final class House: Scope {
  package enum When: Sendable {
    case open
    case close
    case received(Int)
  }

  @Subscope package var desk: Desk?
  package private(set) var letters: [Int] = []

  package func update(_ when: When) throws {
    switch when {
    case .open: desk = Desk()
    case .close:
      desk = nil
      letters = []
    case .received(let letter): letters.append(letter)
    }
  }
}

package struct Fetch: Effect, Equatable {
  package init() {}

  package func runEffect() async throws -> Int { 0 }
}

package struct FetchNumbered: Effect, Equatable {
  package let number: Int

  package init(number: Int) {
    self.number = number
  }

  package func runEffect() async throws {}
}

package struct Post: StreamEffect {
  package init() {}

  package func stream() -> AsyncStream<Int> { AsyncStream { nil } }
}
