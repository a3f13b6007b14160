import Statoscope
import StatoscopeExploration
import StatoscopeTesting
import TestSupport
import Testing

/// Each event is sent as it was offered, whatever it is made of.
@Suite("Exploration, identity of events")
struct EventIdentityTests {
  @Test func `events that differ only in a closure or an object are distinct`() throws {
    let found = try Register.EXPLORE { Register() }
      .EVENTS { sut in
        guard sut.numbers.count < 3 else { return [] }
        return [
          .compute { 1 }, .compute { 2 }, .copy(Cell(3)), .copy(Cell(4)), .result(.success(5)),
          .result(.failure(Offline())),
        ]
      }
      .REACHES("all kinds") { $0.numbers == [2, 4, 5] }
      .run()
    // Three numbers out of six, in any order and with repetition.
    #expect(found.states == 1 + 6 + 36 + 216)
    #expect(found.transitions == 6 + 36 + 216)
    #expect(found.flow(reaching: "all kinds")?.steps.count == 3)
  }

  @Test(arguments: [-1, 0, 1, 2, 1_000, .max])
  func `the number of retained scopes does not change what is found`(
    count: Int
  )
    throws
  {
    let found = try Register.EXPLORE { Register() }
      .EVENTS { sut in sut.numbers.count < 5 ? [.result(.success(1)), .result(.success(2))] : [.clear] }
      .SETTLES("there are numbers") { !$0.numbers.isEmpty || $0.isFresh }
      .run(retainedScopes: count)
    #expect(found.states == 63)
    #expect(found.transitions == 94)
    #expect(found.isComplete)
  }
}

private final class Cell: Sendable {
  let number: Int

  init(_ number: Int) {
    self.number = number
  }
}

private final class Register: Scope {
  enum When: Sendable {
    case compute(@Sendable () -> Int)
    case copy(Cell)
    case result(Result<Int, any Error>)
    case clear
  }

  private(set) var numbers: [Int] = []
  private(set) var isFresh = true

  func update(_ when: When) throws {
    switch when {
    case .compute(let number): numbers.append(number())
    case .copy(let cell): numbers.append(cell.number)
    case .result(let result): numbers.append((try? result.get()) ?? 0)
    case .clear: (numbers, isFresh) = ([], true)
    }
  }
}
