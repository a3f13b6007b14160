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
        A @Slice of Hand, a Int, was set, but it is read-only. Give it the event that sets it: \
        @Slice(\\Ancestor.value, set: Ancestor.When.event).
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
        Hand has no Clock above it, and a slice of it was used. Put Hand below a Clock with @Subscope, make \
        Clock Injectable so that it has a default, or make the slice optional.
        """
      )
    )
  }

  @Test(.waitsForPrograms) func `setting a slice of a missing ancestor traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      Hand().minute = 3
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Hand has no Clock above it, and a slice of it was used."))
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
