import Foundation
import NewsReader
import Testing

@Suite("Dates in feeds")
struct FeedDateTests {
  /// 2 January 2026, 15:04:05 UTC.
  private static let moment = 1_767_366_245

  @Test(arguments: [
    "Fri, 02 Jan 2026 15:04:05 GMT", "Fri, 2 Jan 2026 15:04:05 +0000", "2 January 2026 15:04:05 UT",
    "02 Jan 26 15:04:05 Z", "FRI, 02 JAN 2026 10:04:05 EST", "Fri 02 Jan 2026 16:04:05 +01:00",
    "Mon, 02-Jan-2026 15:04:05", "Jan 2, 2026 15:04:05 GMT", "Fri, 02 Jan 2026 07:04:05 PST ",
    "2026-01-02T15:04:05Z", "2026-01-02T15:04:05.999Z", "2026-01-02T16:04:05+01:00", "2026-01-02 15:04:05",
    "2026-01-02T10:04:05-0500", "2026-01-02t15:04:05z", "Friday, 02 Jan 2026 15:04:05 NONSENSE",
  ]
  )
  func `every usual date format is read`(_ text: String) throws {
    #expect(try FeedSample.seconds(text) == Self.moment)
  }

  @Test
  func `missing seconds and missing times count as zero`() throws {
    #expect(try FeedSample.seconds("Fri, 02 Jan 2026 15:04 GMT") == Self.moment - 5)
    #expect(try FeedSample.seconds("2026-01-02T15:04Z") == Self.moment - 5)
    #expect(try FeedSample.seconds("02 Jan 2026") == Self.moment - 15 * 3600 - 245)
    #expect(try FeedSample.seconds("2026-01-02") == Self.moment - 15 * 3600 - 245)
  }

  @Test
  func `years with two digits are 1950 to 2049`() throws {
    #expect(try FeedSample.seconds("1 Jan 70 00:00 GMT") == 0)
    #expect(try FeedSample.seconds("1 Jan 00 00:00 GMT") == 946_684_800)
  }

  @Test(arguments: [
    "", "yesterday", "31 Feb 2026 00:00:00 GMT", "2026-13-01", "2026-00-00T00:00:00Z", "Jan", "1 Jan",
    "99999999999999999999 Jan 2026", "1 Jan 99999999999 00:00 GMT", "1 Jan 2026 99:99:99 GMT", "::::", "-",
    "+",
  ]
  )
  func `invalid dates are nil`(_ text: String) throws {
    #expect(try FeedSample.seconds(text) == nil)
  }
}
