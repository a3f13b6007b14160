import Foundation
import PlanTestSupport
import Statoscope
import StatoscopeTesting
import Testing

/// Dates and identifiers, which tests inject.
@Suite struct CurrentDateTests {
  @Test func `a plan injects a date and identifiers`() throws {
    let date = Date(timeIntervalSince1970: 5)
    try Diary.GIVEN { Diary().injectObject(CurrentDate.constant(date)).injectObject(NewUUID.counting()) }
      .configure(defaultValues: .refused)
      .WHEN(.add)
      .WHEN(.add)
      .THEN(\.entries.last?.date, equals: date)
      .THEN(\.entries.last?.id.uuidString, equals: "00000000-0000-0000-0000-000000000001")
      .runTest()
  }

  @Test func `an exhaustive plan refuses the system's date and random identifiers`() throws {
    let found = try texts {
      try Diary.GIVEN { Diary() }
        .configure(defaultValues: .refused)
        .WHEN(.add)
        .runTest()
    }
    #expect(found.count == 2)
    #expect(found.contains { $0.contains("CurrentDate") })
    #expect(found.contains { $0.contains("NewUUID") })
  }

  @Test func `an identifier may be the same each time`() {
    let identifier = UUID()
    let diary = Diary().injectObject(NewUUID.constant(identifier)).send(.add).send(.add)
    #expect(diary.entries.map(\.id) == [identifier, identifier])
  }

  @Test func `the defaults are the system's date and random identifiers`() {
    let (before, diary, after) = (Date(), Diary().send(.add).send(.add), Date())
    #expect(diary.entries.allSatisfy { (before...after).contains($0.date) })
    #expect(Set(diary.entries.map(\.id)).count == 2)
  }
}

private final class Diary: Scope {
  enum When { case add }

  struct Entry: Equatable {
    let id: UUID
    let date: Date
  }

  @Injected var now: CurrentDate
  @Injected var newID: NewUUID
  private(set) var entries: [Entry] = []

  func update(_ when: When) {
    entries.append(Entry(id: newID(), date: now()))
  }
}
