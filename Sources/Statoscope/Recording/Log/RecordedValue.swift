/// A value as the log keeps it: described when someone asks, or at once if it may refer to objects of the app's.
enum RecordedValue {
  /// A value that refers to nothing.
  case plain(Any)
  case lines([String])

  /// - Parameter name: the property's.
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

  /// The lines that describe it, with the property's name.
  func lines(named name: String) -> [String] {
    switch self {
    case .lines(let lines): lines
    case .plain(let value): StateText(value, label: name).lines
    }
  }
}

/// An event as the log keeps it.
enum RecordedEvent {
  /// An event that refers to nothing.
  case plain(Any)
  case texts(text: String, source: String?)

  init<When>(_ when: When, types: ReflectedTypes) {
    // Nothing smaller than a reference refers to anything.
    let isPlain = MemoryLayout<When>.size < MemoryLayout<AnyObject>.size || types.isSelfContained(when)
    self = isPlain ? .plain(when) : RecordedEvent.texts(of: when)
  }

  /// The event as it reads in source, and as source that makes it again.
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
  /// Whether a value refers to no object of the app's, as far as reflection shows everything that it holds.
  ///
  /// Complexity: O(1) for values of the standard library, else O(size of the value).
  ///
  /// - Parameter level: how deep inside another value it is; what lies too deep is not looked at, for a small stack must do.
  func isSelfContained(_ value: Any, level: Int = 0) -> Bool {
    guard level < StateText.deepestLevel else { return false }
    switch style(of: type(of: value)) {
    case .integer, .double, .plain: return true
    case .object, .shown, .redacted, .nothing: return false
    case .hashable, .dictionary, .reflected: break
    }
    // What reflects itself as it likes may hide what it holds.
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
