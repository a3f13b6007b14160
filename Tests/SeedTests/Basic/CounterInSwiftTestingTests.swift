// swift-format-ignore-file

import Statoscope
import StatoscopeTesting
import Testing

// The plan in the words of the seed, run by Swift Testing.

@Suite("The seed's counter, in Swift Testing")
struct CounterInSwiftTestingTests {
    @Test func userFlow() throws {
        try Counter.GIVEN {
            Counter()
        }
        .THEN(\.viewDisplaysTotalCount, equals: 0)
        .WHEN(.userTappedIncrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 1)
        .WHEN(.userTappedDecrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 0)
        .WHEN(.userTappedDecrementButton)
        .THEN(\.viewDisplaysTotalCount, equals: 0)
        .runTest()
    }
}
