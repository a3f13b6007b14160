import Foundation

/// Formats dates briefly: those of today by time, those of this year by day, others by month.
struct ItemDate {
  static let shortColumns = 8

  private let calendar: Calendar
  private let now: Date

  init(clock: NewsClock) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = clock.timeZone
    self.calendar = calendar
    now = clock.now()
  }

  func short(_ date: Date?) -> String {
    guard let date else { return "" }
    if calendar.isDate(date, inSameDayAs: now) { return time(date) }
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day else { return "" }
    let name = Self.months[month - 1].prefix(3)
    return calendar.component(.year, from: now) == year ? "\(day) \(name)" : "\(name) \(year)"
  }

  func long(_ date: Date) -> String {
    let parts = calendar.dateComponents([.year, .month, .day, .weekday], from: date)
    guard let year = parts.year, let month = parts.month, let day = parts.day, let weekday = parts.weekday
    else { return "" }
    return "\(Self.weekdays[weekday - 1]) \(day) \(Self.months[month - 1]) \(year), \(time(date))"
  }

  func time(_ date: Date) -> String {
    let parts = calendar.dateComponents([.hour, .minute], from: date)
    return "\(Self.twoDigits(parts.hour)):\(Self.twoDigits(parts.minute))"
  }

  /// `2026-03-21`, for programs that sort lines.
  func sortable(_ date: Date?) -> String {
    guard let date else { return "----------" }
    let parts = calendar.dateComponents([.year, .month, .day], from: date)
    let year = String(parts.year ?? 0)
    let zeros = String(repeating: "0", count: max(0, 4 - year.count))
    return "\(zeros)\(year)-\(Self.twoDigits(parts.month))-\(Self.twoDigits(parts.day))"
  }

  private static func twoDigits(_ number: Int?) -> String {
    let number = number ?? 0
    return number < 10 ? "0\(number)" : "\(number)"
  }

  private static let months = [
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
  ]
  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]
}
