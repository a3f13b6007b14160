import Foundation

// Values of which the type says little, values of Foundation, and values that nothing can make.

extension SourceSamples {
  mutating func addExistentials() {
    add("any Shape", as: (any Shape).self, Square(side: 2)) { $0 as? Square == $1 as? Square && $1 is Square }
    add("[any Shape]", as: [any Shape].self, [Square(side: 2), Dot.here]) { _, other in
      other.count == 2 && other[0] as? Square == Square(side: 2) && other[1] as? Dot == .here
    }
    add("any Error", as: (any Error).self, Lost(code: 3)) { $0 as? Lost == $1 as? Lost }
    add("[any Error]", as: [any Error].self, [Lost(code: 3), Fault.deep(.hearts)]) { _, other in
      other.first as? Lost == Lost(code: 3) && other.last as? Fault == .deep(.hearts)
    }
    add("Delivery?", Optional(Delivery.outcome(.failure(Fault.deep(.spades))))) { _, other in
      if case .outcome(.failure(Fault.deep(.spades)))? = other { true } else { false }
    }
    add("Any.Type", as: Any.Type.self, Int.self, .any) { $0 == $1 }
    add("Suit.Type", Suit.self, .any) { $0 == $1 }
    add("KeyPath<Order, Int>", \Order.count, .any)
    add("WritableKeyPath<Order, String>", \Order.token.text, .any)
    add("AnyKeyPath", \Order.token as AnyKeyPath, .any)
  }

  /// Values of a type that their context does not say, so that a literal is of another type.
  mutating func addErasedValues() {
    add("Any", as: Any.self, UInt8(3), .noOther) { $0 as? UInt8 == $1 as? UInt8 && $1 is UInt8 }
    add("Any", as: Any.self, Float(0.5), .noOther) { $0 as? Float == $1 as? Float && $1 is Float }
    add("Any", as: Any.self, Character("a"), .noOther) {
      $0 as? Character == $1 as? Character && $1 is Character
    }
    add("Any", as: Any.self, [Int](), .noOther) { type(of: $0) == type(of: $1) }
    add("Any", as: Any.self, ["a": UInt8(1)], .noOther) { type(of: $0) == type(of: $1) }
    add("Any", as: Any.self, Set([1]), .noOther) { $0 as? Set<Int> == $1 as? Set<Int> && $1 is Set<Int> }
    add("Any", as: Any.self, Optional<Int>.none as Any, .noOther) { type(of: $0) == type(of: $1) }
    add("Any", as: Any.self, Suit.hearts, .noOther) { $0 as? Suit == $1 as? Suit && $1 is Suit }
    add("Any", as: Any.self, Optional(Suit.hearts) as Any, .noOther) {
      $0 as? Suit == $1 as? Suit && $1 is Suit
    }
    add("Any", as: Any.self, Result<UInt8, Lost>.success(1), .noOther) { _, other in
      other is Result<UInt8, Lost>
    }
    add("any Numeric & Sendable", as: (any Numeric & Sendable).self, UInt8(3), .noOther) { _, other in
      other is UInt8
    }
    add("any Hashable", as: (any Hashable).self, Float(2), .noOther) { _, other in other is Float }
    add("Result<Any, any Error>", Result<Any, any Error>.success(UInt16(2)), .noOther) { _, other in
      if case .success(let value) = other { value is UInt16 } else { false }
    }
    add("AnyHashable", AnyHashable(UInt8(3)), .noOther) { $0.base is UInt8 && $1.base is UInt8 }
  }

  mutating func addFoundationValues() {
    let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    add("UUID", id)
    add("UUID?", Optional(id))
    add("Date", Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    add("Date", Date.distantPast)
    add("[Date]", [Date(timeIntervalSince1970: -1e9)])
    add("DateInterval", DateInterval(start: Date(timeIntervalSinceReferenceDate: 1), duration: 2), .any)
    add("URL?", URL(string: "https://a.b/c?d=%C3%A9#f"))
    let relative: URL? = URL(string: "c?d", relativeTo: URL(string: "https://a.b/e/"))
    add("URL?", relative) { $0?.relativeString == $1?.relativeString && $0?.baseURL == $1?.baseURL }
    add("URL", URL(fileURLWithPath: "/a b/ü#?", isDirectory: true)) {
      $0 == $1 && $0.hasDirectoryPath == $1.hasDirectoryPath && $0.isFileURL
    }
    add("URL?", URL(string: "mailto:a@b.c"))
    add("URLComponents", URLComponents(string: "https://a.b/c?d=e") ?? URLComponents(), .any)
    add("URLQueryItem", URLQueryItem(name: "a", value: nil), .any)
    add("Data", Data())
    add("Data", Data([0, 255, 10]))
    add("Data", Data([1, 2, 3, 4]).dropFirst())
    add("Decimal", Decimal(string: "12345678901234567890.12345678901234567") ?? 0)
    add("Decimal", Decimal(sign: .minus, exponent: -100, significand: 7))
    add("Decimal", Decimal.nan, .any) { $0.isNaN && $1.isNaN }
    add("Decimal", Decimal.greatestFiniteMagnitude)
    add("Duration", Duration.milliseconds(-1))
    add("Duration", Duration(secondsComponent: .max, attosecondsComponent: 1))
    let distance: Measurement<UnitLength> = Measurement(value: 1.5, unit: UnitLength.miles)
    add("Measurement<UnitLength>", distance, .any) {
      $0.value == $1.value && $0.unit == $1.unit
    }
    add("Measurement<Unit>", Measurement(value: 1, unit: Unit(symbol: "x")), .any)
    add("Locale", Locale(identifier: "de_AT"))
    add("TimeZone", TimeZone(identifier: "Europe/Vienna") ?? .gmt, .any)
    add("TimeZone", TimeZone(secondsFromGMT: 5400) ?? .gmt, .any)
    add("Calendar", Calendar(identifier: .hebrew), .any)
    add("Calendar", SourceSamples.ownCalendar, .any)
    add("Calendar.Identifier", Calendar.Identifier.gregorian)
    add("DateComponents", DateComponents(year: 2026, month: 11))
    add("CharacterSet", CharacterSet(charactersIn: "a-\""), .any)
    add("CharacterSet", CharacterSet.alphanumerics, .any)
    add("PersonNameComponents", SourceSamples.name, .any)
    add("AttributedString", AttributedString("a"), .any)
    add("Notification.Name", Notification.Name("a"))
    add("CGPoint", CGPoint(x: 1, y: 0.5))
    add("CGSize", CGSize(width: 1, height: 2))
    add("CGRect", CGRect(x: 1, y: 2, width: 3, height: 4))
    add("String.Encoding", String.Encoding.utf16, .any)
    add("OperatingSystemVersion", SourceSamples.version) { $0.majorVersion == $1.majorVersion }
    add("TaskPriority", TaskPriority.high, .any)
    add("ContinuousClock.Instant", ContinuousClock.now, .any)
    add("Locale.Language", Locale.Language(identifier: "de"), .any)
    add("Locale.Region", Locale.Region("AT"), .any)
    add("NSNumber", NSNumber(value: 3), .any)
    add("NSString", NSString(string: "a"), .any)
    add("NSDictionary", NSDictionary(dictionary: ["a": 1]), .any)
    add("ByteCountFormatStyle", ByteCountFormatStyle(), .any)
  }

  mutating func addErrors() {
    add("URLError", URLError(.timedOut)) { $0.code == $1.code }
    add("any Error", as: (any Error).self, URLError(.notConnectedToInternet)) { _, other in
      (other as? URLError)?.code == .notConnectedToInternet
    }
    add("[any Error]", as: [any Error].self, [URLError(.timedOut)]) { _, other in
      (other.first as? URLError)?.code == .timedOut
    }
    add("URLError.Code", URLError.Code.cancelled)
    add("CocoaError", CocoaError(.fileNoSuchFile), .any) { $0.code == $1.code }
    add("CocoaError.Code", CocoaError.Code.fileNoSuchFile)
    add("POSIXError", POSIXError(.ENOENT), .any) { $0.code == $1.code }
    add("NSError", NSError(domain: "a", code: 3), .any)
    add("CancellationError", CancellationError()) { _, _ in true }
    add("Result<Int, URLError>", Result<Int, URLError>.failure(URLError(.badURL))) { _, other in
      if case .failure(let error) = other { error.code == .badURL } else { false }
    }
    add("DecodingError", DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "a")), .any) {
      _,
      other in if case .dataCorrupted(let context) = other { context.debugDescription == "a" } else { false }
    }
    add("Fault", Fault.deep(.hearts))
    add("any Error", as: (any Error).self, Fault.plain) { $0 as? Fault == $1 as? Fault }
    add("any Error", as: (any Error).self, Shelf<Int>.Damage.torn(3)) {
      $0 as? Shelf<Int>.Damage == $1 as? Shelf<Int>.Damage
    }
  }

  mutating func addFormats() {
    add("Date.ISO8601FormatStyle", Date.ISO8601FormatStyle(), .any)
    add("Duration.TimeFormatStyle", Duration.TimeFormatStyle(pattern: .hourMinute), .any)
    add("Predicate<Int>", #Predicate<Int> { $0 > 3 }, .any) { _, _ in true }
    add("Regex<Substring>", /a+/, .any) { _, other in "caab".firstMatch(of: other)?.output == "aa" }
    add("SystemRandomNumberGenerator", SystemRandomNumberGenerator(), .any) { _, _ in true }
    add("ObjectIdentifier", ObjectIdentifier(Int.self), .any)
    add("Unicode.GeneralCategory", Unicode.GeneralCategory.mathSymbol)
    add("CodingUserInfoKey?", CodingUserInfoKey(rawValue: "a"), .any)
    add("Mirror.DisplayStyle", Mirror.DisplayStyle.tuple)
  }

  /// Values that source cannot make, or not in another file.
  mutating func addUnwritable() {
    add("Worm", Worm(), .placeholder) { $0 === $1 }
    add("Worm?", Optional(Worm()), .placeholder) { $0 === $1 }
    add("[Worm]", [Worm()], .placeholder) { $0.count == $1.count }
    add("[String: Worm]", ["a": Worm()], .placeholder) { $0.count == $1.count }
    add("Set<Worm>", Set([Worm()]), .placeholder)
    add("Eaten", Eaten.by(Worm()), .placeholder) { _, _ in false }
    add("Eaten", Eaten.maybe(Worm()), .placeholder) { _, _ in false }
    add("Eaten", Eaten.all([Worm()]), .placeholder) { _, _ in false }
    add("Eaten", Eaten.withDefault(Worm()), .placeholder) { _, _ in false }
    add("WormHolder", WormHolder(worm: Worm()), .placeholder) { _, _ in false }
    add("WormHolder", WormHolder(worm: nil, count: 3)) { $0.count == $1.count && $1.worm == nil }
    add("(Int, Worm)", (1, Worm()), .placeholder) { _, _ in false }
    add("Any", as: Any.self, Worm(), .placeholder) { _, _ in false }
    add("Result<Worm, Lost>", Result<Worm, Lost>.success(Worm()), .placeholder) { _, _ in false }
    add("any Error", as: (any Error).self, BrokenWorm(worm: Worm()), .placeholder) { _, _ in false }
    add("() -> Int", { 3 }, .placeholder) { _, _ in false }
    add("(() -> Int)?", Optional({ 3 }), .placeholder) { _, _ in false }
    add("[() -> Void]", [{}], .placeholder) { _, _ in false }
    add("Callback", Callback(onEnd: {}), .placeholder) { _, _ in false }
    add("Cage", Cage(), .placeholder) { $0 === $1 }
    add("any Sendable", as: (any Sendable).self, FilePrivate(number: 3), .placeholder) { _, _ in false }
    add("any Sendable", as: (any Sendable).self, FilePrivateCase.here, .placeholder) { _, _ in false }
    add("any Sendable", as: (any Sendable).self, SourceSamples.localValue, .placeholder) { _, _ in false }
    add("[any Sendable]", as: [any Sendable].self, [FilePrivate(number: 3)], .placeholder) { _, _ in false }
    add("UnsafeRawPointer?", UnsafeRawPointer(bitPattern: 64), .any)
  }

  private static var localValue: any Sendable {
    struct Local { var number = 3 }
    return Local()
  }

  private static var ownCalendar: Calendar {
    var calendar = Calendar(identifier: .iso8601)
    calendar.minimumDaysInFirstWeek = 7
    return calendar
  }

  private static var name: PersonNameComponents {
    var name = PersonNameComponents()
    name.givenName = "A"
    return name
  }

  private static var version: OperatingSystemVersion {
    OperatingSystemVersion(majorVersion: 1, minorVersion: 2, patchVersion: 3)
  }
}

protocol Shape {}
struct Square: Shape, Equatable { var side: Int }
enum Dot: Shape { case here }

enum Fault: Error, Equatable {
  case plain
  case deep(Suit)
}

extension Shelf {
  enum Damage: Error, Equatable { case torn(Int) }
}

final class Worm: Hashable, Sendable {
  static func == (one: Worm, other: Worm) -> Bool { one === other }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

enum Eaten {
  case by(Worm)
  case maybe(Worm?)
  case all([Worm])
  case withDefault(Worm = Worm())
}

struct WormHolder {
  var worm: Worm? = nil
  var count = 0
}

struct BrokenWorm: Error { let worm: Worm }

struct Callback { var onEnd: () -> Void }

actor Cage {}

private struct FilePrivate { var number: Int }
private enum FilePrivateCase { case here }
