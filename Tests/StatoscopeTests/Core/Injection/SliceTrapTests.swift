import Statoscope
import TestSupport
import Testing

/// What a slice that cannot be read or set says before it stops the program.
@Suite struct SliceTrapTests {
  @Test(.waitsForPrograms) func `setting a read-only slice traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Clock().hand.hour = 3
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        A @Slice of Hand with a value of type Int was set, but it is read-only, because it was declared without an event \
        that sets it. Add that event: @Slice(\\Ancestor.value, set: Ancestor.When.event).
        """
      )
    )
  }

  @Test(.waitsForPrograms) func `reading a slice of a missing ancestor traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Hand().hour
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        """
        A @Slice of Hand was used, but Hand has no ancestor of type Clock. Hold Hand in a @Subscope property of Clock or \
        of one of its descendants, inject a scope of this type above it, as a test of Hand alone does, make Clock conform \
        to Injectable so that it has a default value, or declare the slice as an optional.
        """
      )
    )
  }

  @Test(.waitsForPrograms) func `setting a slice of a missing ancestor traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Hand().minute = 3
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("A @Slice of Hand was used, but Hand has no ancestor of type Clock."))
  }
}

private final class Clock: Scope {
  enum When { case setMinute(Int) }
  private(set) var hour = 1
  private(set) var minute = 0
  @Subscope var hand = Hand()
  func update(_ when: When) throws { if case .setMinute(let minute) = when { self.minute = minute } }
}

private final class Hand: Scope {
  enum When { case nothing }
  @Slice(\Clock.hour) var hour
  @Slice(\Clock.minute, set: Clock.When.setMinute) var minute
  func update(_ when: When) throws {}
}
