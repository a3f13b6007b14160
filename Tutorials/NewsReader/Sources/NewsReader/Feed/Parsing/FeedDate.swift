import Foundation

/// Parses the dates of real feeds: RFC 822 and ISO 8601 with many deviations.
///
/// Weekdays are ignored, because they are often missing or wrong. A missing time means midnight, a missing or
/// unknown zone UTC. An invalid date (31 February) results in `nil`.
enum FeedDate {
  static func date(from text: String) -> Date? {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber || ":.+-/".contains($0))) }
    guard words.count <= 12 else { return nil }
    return isoDate(words) ?? rfcDate(words)
  }

  private static func isoDate(_ words: [Substring]) -> Date? {
    let text = words.prefix(3).joined(separator: " ")
    let pattern =
      #/
      ^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?
      (?:[Tt\s]+(\d{1,2}:\d{2}(?::\d{2})?)(?:\.\d+)?\s*([A-Za-z]+|[+-][\d:]+)?)?
    /#
    guard let match = text.firstMatch(of: pattern), let year = Int(match.1), let month = Int(match.2) else {
      return nil
    }
    return date(
      year: year,
      month: month,
      day: match.3.flatMap { Int($0) } ?? 1,
      time: match.4 ?? "0:0",
      zone: match.5 ?? "Z"
    )
  }

  private static func rfcDate(_ words: [Substring]) -> Date? {
    // "02-Jan-2026" is three words; the minus of a zone comes only after the time.
    let time = words.firstIndex { $0.contains(":") } ?? words.count
    let parts = words[..<time].flatMap { $0.split { "-/.".contains($0) } }
    guard let month = parts.lazy.compactMap(month(named:)).first else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers.count >= 2 else { return nil }
    return date(
      year: fullYear(numbers[1]),
      month: month,
      day: numbers[0],
      time: time < words.count ? words[time] : "0:0",
      zone: words.dropFirst(time + 1).first ?? "Z"
    )
  }

  private static func month(named word: Substring) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
  }

  /// Two digits mean 1950 to 2049, as in RFC 2822.
  private static func fullYear(_ year: Int) -> Int {
    switch year {
    case 0..<50: year + 2000
    case 50..<1000: year + 1900
    default: year
    }
  }

  private static func date(year: Int, month: Int, day: Int, time: Substring, zone: Substring) -> Date? {
    let clock = time.split(separator: ":").map { Int($0.prefix { $0.isNumber }) ?? 0 }
    guard clock.count >= 2, (0...24).contains(clock[0]), (0...59).contains(clock[1]) else { return nil }
    let seconds = clock.count > 2 ? min(clock[2], 59) : 0
    var parts = DateComponents()
    (parts.year, parts.month, parts.day) = (year, month, day)
    guard parts.isValidDate(in: calendar), let midnight = calendar.date(from: parts) else { return nil }
    return midnight + TimeInterval(clock[0] * 3600 + clock[1] * 60 + seconds - offset(of: zone))
  }

  /// Seconds east of Greenwich.
  private static func offset(of zone: Substring) -> Int {
    guard let sign = zone.first, sign == "+" || sign == "-" else {
      return (zones[zone.uppercased()] ?? 0) * 3600
    }
    let digits = zone.filter(\.isNumber)
    guard digits.count == 4, let value = Int(digits) else { return 0 }
    return (value / 100 * 3600 + value % 100 * 60) * (sign == "-" ? -1 : 1)
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
  private static let zones = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9, "AEST": 10, "AEDT": 11,
  ]
  private static let calendar: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
