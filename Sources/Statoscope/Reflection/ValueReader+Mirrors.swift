extension ValueReader {
  /// Reads a value by its mirror, as it is done where nothing else takes the value apart.
  mutating func read(mirrorOf value: Any, _ known: ReflectedType, _ isErased: Bool) {
    if known.hasOwnMirror { changeableCount += 1 }
    let mirror = Mirror(reflecting: value)
    let before = nodes.count
    switch mirror.displayStyle {
    case .enum: read(caseOf: isErased ? known.unboxed(value) : value, mirror, known, isErased)
    case .collection, .set, .dictionary:
      let first = ((value as? any Collection)?.startIndex as? Int) ?? 0
      add(.list(firstIndex: first), known.number, isErased) { reader in
        for child in mirror.children { reader.read(mirrored: child.value) }
      }
    case .tuple:
      let labels = labels(of: mirror, known)
      add(.tuple(labels), known.number, isErased) { $0.read(fieldsOf: mirror) }
    case .class:
      let object = ObjectReference(value).object
      return refer(to: object, types.reflectedClass(of: object), known.number, isErased)
    case .struct, .optional:
      guard !mirror.children.isEmpty || known.isEmpty else {
        return read(unseen: value, known, isErased, text: description(of: value, known))
      }
      let labels = labels(of: mirror, known)
      add(.fields(labels), known.number, isErased) { $0.read(fieldsOf: mirror) }
    default:
      guard !mirror.children.isEmpty else {
        return read(unseen: value, known, isErased, text: description(of: value, known))
      }
      let labels = labels(of: mirror, known)
      add(.fields(labels), known.number, isErased) { $0.read(fieldsOf: mirror) }
    }
    if known.hasOwnMirror, nodes.count > before { unseen.append(types[known.number].name) }
  }

  private mutating func read(fieldsOf mirror: Mirror) {
    for child in mirror.children { read(mirrored: child.value) }
  }

  /// Reads a part that a mirror shows.
  private mutating func read(mirrored value: Any) {
    let declared = DeclaredType.of(value)
    let known = types[declared]
    guard known.isUnread, let unread = UnreadMetatype(value) else { return read(value, declared: declared) }
    add(.described(unread.description), known.number, false)
  }

  /// Returns the text of a value that has no parts: that of the app says nothing about it.
  private func description(of value: Any, _ known: ReflectedType) -> String {
    known.isOfLibrary || !known.hasOwnText
      ? PrintableText.exact(String(describing: value)) : types[known.number].name
  }

  /// Returns the labels of a value's parts, which all values of the type share unless it has a mirror of its own.
  private func labels(of mirror: Mirror, _ known: ReflectedType) -> NodeLabels {
    let details = types[known.number]
    if let labels = details.labels { return labels }
    let isOfType = !(known.type is any CustomReflectable.Type)
    let labels = NodeLabels(
      mirror.children.map { $0.label.map(ReflectedValue.fieldName) },
      isOfType: isOfType
    )
    if isOfType { details.labels = labels }
    return labels
  }

  mutating func read(caseOf value: Any, _ mirror: Mirror, _ known: ReflectedType, _ isErased: Bool) {
    if known.style != .byte, !known.hasOwnMirror, CaseBytes.count(of: value) <= 1 {
      types.learn(byte: known.type)
      lastType = nil
      var known = known
      known.style = .byte
      read(byte: value, known, isErased)
    } else if let payload = mirror.children.first {
      let name = SourceNames.rawIdentifiers(in: payload.label ?? "")
      add(.enumCase(name), known.number, isErased) {
        $0.read(mirrored: payload.value)
      }
    } else if !known.hasOwnText, !known.hasOwnMirror {
      let name = SourceNames.rawIdentifiers(in: String(describing: value))
      add(.enumCase(name), known.number, isErased)
    } else {
      changeableCount += 1
      // Its text may be any text, and nothing else has the name of the case.
      let bytes = CaseBytes.bytes(of: value).reversed().drop { $0 == 0 }.map { String($0, radix: 16) }
      let number = bytes.isEmpty ? "0" : bytes.joined(separator: " ")
      let raw = (value as? any RawRepresentable).map { "rawValue: \(RawText.text(of: $0)), " } ?? ""
      add(.enumCase("case(\(raw)number: 0x\(number))"), known.number, isErased)
    }
  }
}
