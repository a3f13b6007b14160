import Statoscope

/// The path of a key path through stored state, found from the key path, from what its evaluation reads, and from the
/// state.
struct StatePath {
  /// One step of the path.
  fileprivate enum Segment {
    case known(StateSegment)
    /// An index that an array does not show: the value tells which.
    case anyElement
    /// The same of a key.
    case anyEntry
  }

  /// The path from the root to the scope at which the segments begin.
  private(set) var scopePath: [StateSegment]
  /// Nil where a part of the path is computed.
  private var segments: [Segment]? = []

  /// Reads a value, and finds the path to it.
  static func reading<Subject: ScopeNode, Value>(_ keyPath: KeyPath<Subject, Value>, of subject: Subject)
    -> (value: Value, path: StatePath)
  {
    let (found, elements) = ElementReads.recording { subject.recordingReads { subject[keyPath: keyPath] } }
    return (found.value, StatePath(keyPath, of: subject, found.reads, elements))
  }

  private init(
    _ keyPath: AnyKeyPath,
    of subject: ScopeNode,
    _ reads: [PropertyRead],
    _ elements: [ElementReads.Read]
  ) {
    scopePath = KeyPathText.segments(to: subject)
    var elements = elements[...]
    guard let components = KeyPathComponent.components(of: keyPath) else {
      segments = nil
      return
    }
    for component in components {
      if component.isStored {
        segments?.append(.known(.property(component.name)))
      } else if let read = reads.first(where: { $0.isRead(by: component) }), let property = read.property {
        if reads.allSatisfy({ $0.scope === read.scope || !$0.isRead(by: component) }) {
          // Whatever leads to it: the scope is in the tree.
          (scopePath, segments) = (KeyPathText.segments(to: read.scope), [])
        }
        segments?.append(.known(.property(property)))
      } else if component.isArrayIndex {
        segments?.append(.anyElement)
      } else if component.isDictionaryKey {
        segments?.append(.anyEntry)
      } else if let next = elements.firstIndex(where: { $0.isRead(by: component) }) {
        segments?.append(.known(.element(at: elements[next].index)))
        elements = elements[(next + 1)...]
      } else {
        segments = nil
      }
    }
  }

  /// Indicates whether a part of the path is computed: it has no name, or that of no part of the state.
  func isComputed(in state: ValueNode) -> Bool {
    guard let segments, let start = state.part(at: scopePath) else { return segments == nil }
    var owners = [start]
    for segment in segments {
      let parts = owners.flatMap { $0.parts(for: segment) }.map(\.part)
      if parts.isEmpty, case .known(.property) = segment {
        return owners.contains { !$0.isAbsent && !$0.isRedacted }
      }
      owners = parts
    }
    return false
  }

  /// Indicates whether only the value tells the path.
  var dependsOnValue: Bool {
    segments?.contains {
      if case .anyElement = $0 { true } else if case .anyEntry = $0 { true } else { false }
    }
      ?? false
  }

  /// Indicates whether a missing entry before the end looks like a value that is absent in one.
  private var passesEntry: Bool {
    segments?.dropLast().contains { if case .anyEntry = $0 { true } else { false } } ?? false
  }

  /// Returns the paths of the parts that the key path may lead to.
  ///
  /// - Parameter value: the value found there, where the path depends on it.
  func candidates(in state: ValueNode, holding value: ValueNode?) -> [[StateSegment]] {
    guard let segments, let start = state.part(at: scopePath) else { return [] }
    var found = [(path: scopePath, part: start)]
    for segment in segments {
      found = found.flatMap { owner in
        owner.part.parts(for: segment).map { (owner.path + [$0.segment], $0.part) }
      }
    }
    guard dependsOnValue else { return found.map(\.path) }
    guard let value, !value.isAbsent || !passesEntry else { return [] }
    let lines = value.lines
    return found.filter { $0.part.scopes == value.scopes && $0.part.lines == lines }.map(\.path)
  }
}

extension ValueNode {
  /// The parts that one segment of a path may mean.
  fileprivate func parts(for segment: StatePath.Segment) -> [(segment: StateSegment, part: ValueNode)] {
    let meant =
      switch segment {
      case .known(let segment): (segment.property == nil ? isList : fieldNames != nil) ? [segment] : []
      case .anyElement: isList ? segments : []
      case .anyEntry: isDictionary ? segments : []
      }
    return meant.compactMap { segment in part(at: [segment]).map { (segment, $0) } }
  }
}
