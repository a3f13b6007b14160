/// A recorded value: described on demand, or immediately if it may refer to objects of the app.
enum RecordedValue {
  /// A value without references.
  case plain(Any)
  case lines([String])

  /// - Parameter name: the name of the property.
  init(_ value: Any, named name: String, types: ReflectedTypes) {
    switch types.style(of: type(of: value)) {
    case .integer, .double, .plain:
      self = .plain(value)
    case .shown:
      let shown = (value as? any ShownState)?.shownState
      self = shown.map { RecordedValue($0, named: name, types: types) } ?? .lines([])
    case .redacted, .hashable, .object, .nothing, .dictionary, .reflected:
      self = types.isSelfContained(value) ? .plain(value) : .lines(StateText(value, label: name).lines)
    }
  }

  /// Returns the lines that describe it, with the name of the property.
  func lines(named name: String) -> [String] {
    switch self {
    case .lines(let lines): lines
    case .plain(let value): StateText(value, label: name).lines
    }
  }
}

/// A recorded event.
enum RecordedEvent {
  /// An event without references.
  case plain(Any)
  case texts(text: String, source: String?)

  init<When>(_ when: When, types: ReflectedTypes) {
    // A value smaller than a reference contains none.
    let isPlain = MemoryLayout<When>.size < MemoryLayout<AnyObject>.size || types.isSelfContained(when)
    self = isPlain ? .plain(when) : RecordedEvent.texts(of: when)
  }

  /// The text of the event, and its source.
  var texts: (text: String, source: String?) {
    switch self {
    case .texts(let text, let source): return (text, source)
    case .plain(let event):
      guard case .texts(let text, let source) = RecordedEvent.texts(of: event) else { return ("", nil) }
      return (text, source)
    }
  }

  private static func texts(of event: Any) -> RecordedEvent {
    let source = SwiftSource(shorthandOf: event)
    return .texts(text: EventText(event).text, source: source.isWhole ? source.description : nil)
  }
}

extension ReflectedTypes {
  /// Checks whether a value refers to no object of the app, as far as reflection shows its contents.
  ///
  /// Complexity: O(1) for values of the standard library, else O(size of the value).
  ///
  /// - Parameter level: the nesting depth; deeper values are not inspected, so that a small stack is
  ///   sufficient.
  func isSelfContained(_ value: Any, level: Int = 0) -> Bool {
    guard level < StateText.deepestLevel else { return false }
    switch style(of: type(of: value)) {
    case .integer, .double, .plain: return true
    case .object, .shown, .redacted, .nothing: return false
    case .hashable, .dictionary, .reflected: break
    }
    // A custom mirror may hide contents.
    if value is any CustomReflectable, !(value is any StandardContainer) { return false }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum where mirror.children.isEmpty: return true
    case .optional, .collection, .set, .dictionary: break
    case .struct, .tuple, .enum: if mirror.children.isEmpty { return false }
    case .class, .foreignReference, .none: return false
    @unknown default: return false
    }
    return mirror.children.allSatisfy { isSelfContained($0.value, level: level + 1) }
  }
}
