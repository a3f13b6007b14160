import Observation

/// What is known of a scope's class: which of its stored properties are state, and how to read each.
final class StateLayout {
  /// How a property is read and kept.
  enum Way {
    /// A few bytes that refer to nothing.
    case bits
    /// A value whose type cannot refer to objects of the app's.
    case plain
    /// A value that may refer to objects, which it shows when it is looked at.
    case checked
    /// Through `Mirror`: a reference, or a value whose place in memory is not known.
    case reflected
  }

  struct Field {
    let name: String
    let way: Way
    let offset: Int
    let size: Int
    /// The property among all that `Mirror` shows of the scope, superclasses first.
    let index: Int
    fileprivate let reader: ValueReader

    /// Reads the value in a scope.
    ///
    /// Sound: the layout is that of the scope's very class, and every type that is read so is stored as it is:
    /// weak references and values that cannot be copied are `reflected`.
    func value(in scope: UnsafeRawPointer) -> Any { reader.value(at: scope + offset) }

    /// What was kept, as lines that say the property's name.
    func lines(of kept: Kept) -> [String] {
      switch kept {
      case .lines(let lines): lines
      case .value(let value): lines(of: value)
      case .bits(let bits): lines(of: reader.value(ofBits: bits))
      }
    }

    func lines(of value: Any) -> [String] {
      guard let shown = value as? any ShownState else { return StateText(value, label: name).lines }
      return shown.shownState.map { StateText($0, label: name).lines } ?? []
    }
  }

  let fields: [Field]
  /// Whether some are read through `Mirror`.
  let isReflected: Bool

  /// Learns about the class of a scope.
  init(of scope: ScopeNode) {
    let seen = StateLayout.values(of: scope)
    let known = StoredField.all(ofClass: type(of: scope))
      .map { Array($0.dropFirst(StateLayout.libraryFieldCount)) }
    let isKnown = known.map { $0.map(\.name) == seen.map(\.label) } ?? false
    fields = seen.enumerated().compactMap { index, seen in
      guard !StateLayout.isHidden(seen.value) else { return nil }
      return Field(seen, at: index, stored: isKnown ? known?[index] : nil)
    }
    isReflected = fields.contains { $0.way == .reflected }
  }

  /// What `ScopeNode` stores for the library is no state.
  private static let libraryFieldCount = StoredField.all(ofClass: ScopeNode.self)?.count ?? 0

  private static func isHidden(_ value: Any) -> Bool {
    // Also where there is none now: an optional is hidden if what it may hold is.
    if let parts = (value as? any StandardContainer).map({ type(of: $0).partTypes + type(of: $0).keyTypes }),
      parts.count == 1
    {
      return parts[0] is any HiddenState.Type
    }
    return value is any HiddenState || value is any SubscopeProperty || value is ObservationRegistrar
  }

  /// What `Mirror` shows of a scope, its superclasses' part first.
  static func values(of scope: ScopeNode) -> [(label: String, value: Any)] {
    var levels: [Mirror] = []
    var mirror: Mirror? = Mirror(reflecting: scope)
    while let current = mirror, current.subjectType != ScopeNode.self {
      levels.append(current)
      mirror = current.superclassMirror
    }
    return levels.reversed().flatMap { $0.children.map { ($0.label ?? "", $0.value) } }
  }
}

extension StateLayout.Field {
  fileprivate init(_ seen: (label: String, value: Any), at index: Int, stored: StoredField?) {
    self.index = index
    name = StateLayout.Field.shownName(seen.label)
    let type = stored?.type ?? type(of: seen.value)
    reader = ValueReader.reader(of: type)
    size = reader.size
    offset = stored?.offset ?? 0
    // A value of another type was made of what is stored: that cannot be copied as it is.
    if let stored, Swift.type(of: seen.value) == stored.type {
      way = StateLayout.Field.way(of: stored, size: reader.size)
    } else {
      way = .reflected
    }
  }

  private static func way(of stored: StoredField, size: Int) -> StateLayout.Way {
    // Not all that is of a known size can be copied: only what is a plain value is read as it is.
    if References.isBits(stored.type) { return size <= Bits.size ? .bits : .plain }
    if !References.mayBe(inEach: stored.type) { return .plain }
    return stored.kind == .enumeration || stored.kind == .structure ? .checked : .reflected
  }

  /// A property wrapper's storage is named after the property, behind an underscore; a lazy one's behind more.
  private static func shownName(_ label: String) -> String {
    let lazyMark = "$__lazy_storage_$_"
    if label.hasPrefix(lazyMark) { return String(label.dropFirst(lazyMark.count)) }
    return label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
