import Statoscope
import StatoscopeTesting
import XCTest

final class CounterTest: XCTestCase {
  func testUserFlow() throws {
    try Counter.GIVEN {
      Counter()
    }
    .THEN(\.viewDisplaysTotalCount, equals: 0)
    .WHEN(.userTappedIncrementButton)
    .THEN(\.viewDisplaysTotalCount, equals: 1)
    .FORK(.userTappedDecrementButton) { sut in
      try sut.THEN(\.viewDisplaysTotalCount, equals: 0)
    }
    .WHEN(.userTappedIncrementButton)
    .THEN(\.viewDisplaysTotalCount, equals: 2)
    .runTest()
  }
}
