import Foundation
import Logging

/// Writes each event of a log as one line, to people or, as JSON, to what collects logs.
///
/// Digests of sessions are shortened to their first six digits, wherever an error or a path has them in it.
package struct LineLogHandler: LogHandler {
  /// How a line is written.
  package enum Format: String, Sendable {
    case text
    case json
  }

  package var logLevel: Logger.Level
  package var metadata: Logger.Metadata = [:]
  package var metadataProvider: Logger.MetadataProvider?
  private let label: String
  private let format: Format
  private let write: @Sendable (String) -> Void

  /// - Parameters:
  ///   - label: the name of the logger.
  ///   - level: the least level that is written.
  ///   - format: how a line is written.
  ///   - provider: gives metadata of the running task.
  ///   - write: writes a line; to standard error unless given.
  package init(
    label: String,
    level: Logger.Level,
    format: Format,
    provider: Logger.MetadataProvider? = nil,
    write: @escaping @Sendable (String) -> Void = LineLogHandler.writeToStandardError
  ) {
    self.label = label
    logLevel = level
    self.format = format
    metadataProvider = provider
    self.write = write
  }

  package subscript(metadataKey key: String) -> Logger.MetadataValue? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  package func log(event: LogEvent) {
    var all = metadataProvider?.get() ?? [:]
    all.merge(metadata) { $1 }
    all.merge(event.metadata ?? [:]) { $1 }
    if let error = event.error { all["error"] = "\(error)" }
    // Hummingbird's name for it.
    if let id = all.removeValue(forKey: RequestID.hummingbirdKey) { all[RequestID.key] = id }
    let line = LogLine(
      time: Date.ISO8601FormatStyle(includingFractionalSeconds: true).format(Date()),
      level: event.level,
      label: label,
      message: LineLogHandler.shortened("\(event.message)"),
      metadata: all.mapValues(LogLine.Value.init)
    )
    write(format == .json ? line.json : line.text)
  }

  /// Writes a line in one step, so that those of several threads do not mix.
  @Sendable package static func writeToStandardError(_ line: String) {
    // There is no one to tell that the log cannot be written.
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }

  /// A text with the first six digits of each session's digest.
  static func shortened(_ text: String) -> String {
    guard text.contains("session/") else { return text }
    return text.replacing(/session\/([0-9a-f]{6})[0-9a-f]{58}/) { "session/\($0.output.1)…" }
  }
}

/// The id of the request that the running task answers, as logs name it.
package enum RequestID {
  package static let key = "request"
  static let hummingbirdKey = "hb.request.id"

  /// Adds the id to each event that is logged while a request is answered, by whatever code.
  package static let provider = Logger.MetadataProvider {
    Logger.current[metadataKey: hummingbirdKey].map { [key: $0] } ?? [:]
  }
}

/// One line of a log.
private struct LogLine {
  enum Value {
    case text(String)
    case integer(Int)
    case number(Double)

    init(_ value: Logger.MetadataValue) {
      if case .stringConvertible(let integer as Int) = value {
        self = .integer(integer)
      } else if case .stringConvertible(let number as Double) = value, number.isFinite {
        self = .number(number)
      } else {
        self = .text(LineLogHandler.shortened("\(value)"))
      }
    }

    var text: String {
      switch self {
      case .text(let text): text
      case .integer(let integer): "\(integer)"
      case .number(let number): "\(number)"
      }
    }
  }

  let time: String
  let level: Logger.Level
  let label: String
  let message: String
  let metadata: [String: Value]

  var text: String {
    let values = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\(LogLine.quoted($0.value.text))" }
    return "\(time) \(level) \(label): \(LogLine.escaped(message))\(values.joined())"
  }

  var json: String {
    let first = [("time", time), ("level", level.rawValue), ("logger", label), ("message", message)]
    var parts = first.map { "\(LogLine.json($0.0)):\(LogLine.json($0.1))" }
    for (key, value) in metadata.sorted(by: { $0.key < $1.key }) {
      switch value {
      case .text(let text): parts.append("\(LogLine.json(key)):\(LogLine.json(text))")
      case .integer, .number: parts.append("\(LogLine.json(key)):\(value.text)")
      }
    }
    return "{\(parts.joined(separator: ","))}"
  }

  /// As it is when it is one word; in quotation marks otherwise.
  private static func quoted(_ text: String) -> String {
    let isWord = !text.isEmpty && text.allSatisfy { !$0.isWhitespace && $0 != "\"" && $0 != "=" }
    return isWord ? escaped(text) : "\"\(escaped(text.replacing("\"", with: "\\\"")))\""
  }

  /// Without line breaks and what else a terminal obeys: a visitor's text must not look like a line of its own.
  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\\u{\(String(scalar.value, radix: 16))}" : "\(scalar)"
    }.joined()
  }

  private static func json(_ text: String) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A text can always be encoded.
    return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
  }
}
