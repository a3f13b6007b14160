import Foundation

extension ValueReader {
  /// Reads an object: its stored properties, or the value that an object of the toolchain is.
  mutating func read(contentsOf object: AnyObject, of reflected: ReflectedClass, _ section: Int32) {
    let known = reflected.type
    switch reflected.contents {
    case .properties: break
    case .value:
      if let error = object as? NSError { return read(errorOfFoundation: error, known.number, false) }
      guard let leaf = HashableLeaf(copyOf: object) else { return read(unseen: object, known, false) }
      return add(.leaf(leaf), known.number, false)
    case .constant:
      guard let leaf = HashableLeaf(object) else { return read(unseen: object, known, false) }
      return add(.leaf(leaf), known.number, false)
    case .unseen: return read(unseen: object, known, false)
    }
    if objects == .withIdentity, let scope = object as? ScopeNode { scopes[section] = ScopeIdentity(scope) }
    if objects == .withActivity, let activity = (object as? any LibraryObject)?.activityTexts,
      !activity.isEmpty
    {
      activities[section] = activity
    }
    let start = nodes.count
    var labels: [String?] = []
    add(.object(reflected.labels ?? .none), known.number, false)
    reflected.forEachProperty(of: object, types.storageReaders) { property, value in
      guard let value else { return add(.nothing, property.declared.number, false) }
      readProperty(property.label, of: object) { $0.read(value, declared: DeclaredType.of(value)) }
    } child: { property, child in
      if reflected.labels == nil { labels.append(child.label.map(ReflectedValue.fieldName)) }
      readProperty(child.label, of: object) { reader in
        if type(of: child.value) == Void.self {
          // Reflection shows what cannot be copied, such as a `Mutex`, as an empty tuple.
          reader.read(unseen: child.value, reader.types[Void.self], false)
        } else {
          reader.read(child.value, declared: property?.declared.type)
        }
      }
    }
    if reflected.labels == nil { nodes[start].content = .object(NodeLabels(labels)) }
    nodes[start].size = Int32(nodes.count - start)
    if reflected.hidesProperties { unseen.append(types[known.number].name) }
  }

  /// Reads the value of a property, which names all that is unseen in it.
  private mutating func readProperty(
    _ label: String?,
    of object: AnyObject,
    _ read: (inout ValueReader) -> Void
  ) {
    let before = unseen.count
    read(&self)
    guard unseen.count != before else { return }
    unseen.removeLast(unseen.count - before)
    unseen.append("\(typeName(type(of: object))).\(label.map(ReflectedValue.fieldName) ?? "self")")
  }
}
