import Foundation

/// A value on one line, for people: `.loaded(.success("news"))`.
///
/// It reads as source without what a reader does not need: cases without their types, except those of errors, no
/// types behind literals, and descriptions in place of what has no source.
package struct InlineText {
  /// What a text is for.
  package enum Style {
    /// A log, where a value is its own description.
    case log
    /// A call of a step, where a value is the call that makes it.
    case call
    /// Parameters of an effect, whose task may be using their objects: these are shown by their types.
    case effect
    /// The state in a case of a ``ScopeEnum``: like a call, but with the state of objects other than scopes.
    case state
  }

  package let text: String

  /// Describes a value.
  ///
  /// Complexity: O(size of the value).
  package init(_ value: Any, for style: Style = .log) {
    var writer = SourceWriter(style: style)
    text = writer.text(of: value).expected
  }
}

/// An event as it reads in Swift: `.loaded(.success("news"))`.
package struct EventText {
  package let text: String

  package init(_ event: Any) {
    text = InlineText(event).text
  }
}

extension InlineText.Style {
  /// Indicates whether a structure of the app is shown by its own description, if it has one.
  fileprivate var showsDescriptions: Bool { self == .log || self == .effect }

  /// Returns the description of a value without parts.
  func description(of value: Any) -> String {
    let reflected = ReflectedValue(value)
    var text = reflected.ownDescription
    if reflected.kind == .object, self != .effect, !(reflected.value is any LibraryObject) {
      if self == .state { return SourceWriter.text(ofParts: reflected.value, objects: .withState) }
      text = (reflected.value as? any CustomStringConvertible)?.description
    }
    return text.map { PrintableText.escaped($0) } ?? reflected.typeName
  }
}

extension SourceWriter {
  /// Writes a value for people.
  mutating func text(of value: Any, for style: InlineText.Style) -> String {
    if value is any RedactedValue { return RedactedText.text }
    if let type = value as? any Any.Type { return SourceNames.metatype(type) ?? typeName(type) }
    if style.showsDescriptions, SourceWriter.isDescribedWholly(value) { return style.description(of: value) }
    if let text = ownSource(of: value) { return text.expected }
    let reflected = ReflectedValue(value)
    switch reflected.kind {
    case .enumCase: return enumCase(reflected, for: style)
    case .tuple: return "(\(joined(reflected)))"
    case .list, .set, .dictionary: return "[\(joined(reflected))]"
    case .structure:
      if reflected.ownDescription != nil, isDescribed(value, for: style) {
        return style.description(of: value)
      }
      return "\(reflected.typeName)(\(joined(reflected)))"
    default: return style.description(of: value)
    }
  }

  private func isDescribed(_ value: Any, for style: InlineText.Style) -> Bool {
    style.showsDescriptions || TypeOrigin(of: type(of: value)) != .app || !SwiftSource(value).isWhole
  }

  /// Checks whether a value with a source of its own has a description that says the same, and is shorter.
  private static func isDescribedWholly(_ value: Any) -> Bool {
    switch value {
    case let date as Date:
      date.timeIntervalSinceReferenceDate.rounded() == date.timeIntervalSinceReferenceDate
    case let data as Data: data.count > 64
    case is UUID, is URL, is Decimal, is Duration: true
    default: false
    }
  }

  private mutating func enumCase(_ reflected: ReflectedValue, for style: InlineText.Style) -> String {
    let value = reflected.value
    // The type of any case is known to a reader, except that of an error.
    let prefix = value is any Error ? reflected.typeName : ""
    guard let payload = reflected.payload, let name = payload.label else {
      // An enum prints the name of its case, unless it has a description of its own.
      let text = SourceNames.rawIdentifiers(in: String(describing: value))
      let isName = !(value is any CustomStringConvertible) || text.allSatisfy { $0.isLetter || $0.isNumber }
      return isName && !text.isEmpty ? prefix + "." + text : style.description(of: value)
    }
    let isSeveral = SourceWriter.areSeveralValues(payload, of: type(of: value))
    let arguments = isSeveral ? joined(ReflectedValue(payload.value)) : text(of: payload.value).expected
    return "\(prefix).\(name)(\(arguments))"
  }

  /// Returns the parts; the storage of a property wrapper has the name of the property.
  private mutating func joined(_ reflected: ReflectedValue) -> String {
    list(reflected).map { $0.text.hasPrefix("_") ? String($0.text.dropFirst()) : $0.text }.joined(
      separator: ", "
    )
  }
}
