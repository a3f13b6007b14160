import Foundation

/// Writes values of Foundation, whose initializers are tried: their results must be equal.
extension SourceWriter {
  /// Writes a floating-point argument.
  fileprivate mutating func number(_ value: some SourceValue) -> String { text(of: value).expected }

  fileprivate func literal(_ text: String) -> String { SwiftSource.literal(text) }
}

// MARK: Dates

extension Date: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("Date(timeIntervalSinceReferenceDate: \(writer.number(timeIntervalSinceReferenceDate)))")
  }
}

extension DateInterval: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = writer.text(of: start).expected
    return SourceText("DateInterval(start: \(text), duration: \(writer.number(duration)))")
  }
}

extension DateComponents: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard calendar == nil else { return nil }
    let fields: [(String, WritableKeyPath<DateComponents, Int?>)] = [
      ("era", \.era), ("year", \.year), ("month", \.month), ("day", \.day), ("hour", \.hour),
      ("minute", \.minute), ("second", \.second), ("nanosecond", \.nanosecond), ("weekday", \.weekday),
      ("weekdayOrdinal", \.weekdayOrdinal), ("quarter", \.quarter), ("weekOfMonth", \.weekOfMonth),
      ("weekOfYear", \.weekOfYear), ("yearForWeekOfYear", \.yearForWeekOfYear),
    ]
    var again = DateComponents(timeZone: timeZone)
    var arguments: [String] = []
    if let timeZone {
      guard let text = timeZone.source(by: &writer) else { return nil }
      arguments.append("timeZone: \(text.expected)")
    }
    for (name, field) in fields {
      guard let value = self[keyPath: field] else { continue }
      again[keyPath: field] = value
      arguments.append("\(name): \(value)")
    }
    // What the initializer has no parameter for.
    return again == self ? SourceText("DateComponents(\(arguments.joined(separator: ", ")))") : nil
  }
}

extension TimeZone: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    if TimeZone(identifier: identifier) == self {
      return SourceText("TimeZone(identifier: \(writer.literal(identifier)))!")
    }
    let seconds = secondsFromGMT()
    return TimeZone(secondsFromGMT: seconds) == self
      ? SourceText("TimeZone(secondsFromGMT: \(seconds))!") : nil
  }
}

extension Locale: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    Locale(identifier: identifier) == self
      ? SourceText("Locale(identifier: \(writer.literal(identifier)))") : nil
  }
}

// MARK: Identifiers, data, numbers

extension UUID: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("UUID(uuidString: \"\(uuidString)\")!")
  }
}

extension Data: SourceValue {
  /// The number of bytes beyond which they are encoded: the compiler needs long for a long literal.
  private static let longestLiteral = 64

  func source(by writer: inout SourceWriter) -> SourceText? {
    // That of an initializer begins at index zero.
    guard startIndex == 0 else { return nil }
    guard count > Data.longestLiteral else { return SourceText(isEmpty ? "Data()" : "Data(\(Array(self)))") }
    return SourceText("Data(base64Encoded: \"\(base64EncodedString())\")!")
  }
}

extension Decimal: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    if isNaN { return SourceText("Decimal.nan") }
    let text = "\(self)"
    return Decimal(string: text) == self ? SourceText("Decimal(string: \"\(text)\")!") : nil
  }
}

extension URL: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    if let base = baseURL {
      guard URL(string: relativeString, relativeTo: base).map(isSame) == true,
        let text = base.source(by: &writer)
      else { return nil }
      return SourceText("URL(string: \(writer.literal(relativeString)), relativeTo: \(text.expected))!")
    }
    guard URL(string: absoluteString).map(isSame) == true else { return nil }
    return SourceText("URL(string: \(writer.literal(absoluteString)))!")
  }

  private func isSame(_ other: URL) -> Bool {
    self == other && relativeString == other.relativeString && baseURL == other.baseURL
      && hasDirectoryPath == other.hasDirectoryPath
  }
}

extension URLQueryItem: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let value = value.map(writer.literal) ?? "nil"
    return SourceText("URLQueryItem(name: \(writer.literal(name)), value: \(value))")
  }
}

extension URLComponents: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let string, URLComponents(string: string) == self else { return nil }
    return SourceText("URLComponents(string: \(writer.literal(string)))!")
  }
}

extension AttributedString: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let text = String(characters)
    return AttributedString(text) == self ? SourceText("AttributedString(\(writer.literal(text)))") : nil
  }
}

// MARK: Indexes, geometry

extension IndexSet: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let ranges = rangeView.map { "\($0.lowerBound)..<\($0.upperBound)" }
    switch ranges.count {
    case 0: return SourceText("IndexSet()")
    case 1: return SourceText("IndexSet(integersIn: \(ranges[0]))")
    default:
      let insertion = "{ $0.insert(integersIn: $1) }"
      return SourceText("[\(ranges.joined(separator: ", "))].reduce(into: IndexSet()) \(insertion)")
    }
  }
}

extension IndexPath: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText(isEmpty ? "IndexPath()" : "IndexPath(indexes: \(Array(self)))")
  }
}

extension NSRange: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("NSRange(location: \(location), length: \(length))")
  }
}

extension CGPoint: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("CGPoint(x: \(writer.number(x)), y: \(writer.number(y)))")
  }
}

extension CGSize: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    SourceText("CGSize(width: \(writer.number(width)), height: \(writer.number(height)))")
  }
}

extension CGRect: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    let (origin, size) = (writer.text(of: origin).expected, writer.text(of: size).expected)
    return SourceText("CGRect(origin: \(origin), size: \(size))")
  }
}

// MARK: Errors

extension SourceWriter {
  /// Writes what an error knows besides its domain and code; nil where that has no source.
  fileprivate mutating func userInfo(_ values: [String: Any]) -> String? {
    guard !values.isEmpty else { return "" }
    let before = isWhole
    let text = text(of: values).expected
    return before == isWhole ? ", userInfo: \(text)" : nil
  }
}

extension SourceWriter {
  /// Writes an error by its code, whose initializer is failable for some types on some platforms.
  fileprivate mutating func error(_ error: some Error, _ type: String, _ code: Int) -> SourceText? {
    let code = "(\(type).Code(rawValue: \(code)) as \(type).Code?)!"
    return userInfo((error as NSError).userInfo).map { SourceText("\(type)(\(code)\($0))") }
  }
}

extension URLError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    guard let name = URLError.names[code] else { return writer.error(self, "URLError", errorCode) }
    return writer.userInfo((self as NSError).userInfo).map { SourceText("URLError(.\(name)\($0))") }
  }

  /// The names of the codes that apps handle most.
  private static let names: [URLError.Code: String] = [
    .badServerResponse: "badServerResponse", .badURL: "badURL", .cancelled: "cancelled",
    .cannotConnectToHost: "cannotConnectToHost", .cannotFindHost: "cannotFindHost",
    .cannotParseResponse: "cannotParseResponse", .dnsLookupFailed: "dnsLookupFailed",
    .fileDoesNotExist: "fileDoesNotExist", .httpTooManyRedirects: "httpTooManyRedirects",
    .networkConnectionLost: "networkConnectionLost", .notConnectedToInternet: "notConnectedToInternet",
    .resourceUnavailable: "resourceUnavailable", .secureConnectionFailed: "secureConnectionFailed",
    .timedOut: "timedOut", .unknown: "unknown", .unsupportedURL: "unsupportedURL",
    .userAuthenticationRequired: "userAuthenticationRequired",
  ]
}

extension CocoaError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? { writer.error(self, "CocoaError", errorCode) }
}

extension POSIXError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    writer.error(self, "POSIXError", Int(code.rawValue))
  }
}

extension NSError: SourceValue {
  func source(by writer: inout SourceWriter) -> SourceText? {
    // A subclass has state of its own.
    guard type(of: self) == NSError.self else { return nil }
    return writer.userInfo(userInfo).map {
      SourceText("NSError(domain: \(writer.literal(domain)), code: \(code)\($0))")
    }
  }
}
