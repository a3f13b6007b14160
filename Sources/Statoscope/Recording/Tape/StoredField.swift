#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// One stored property as the compiler has laid it out: its type, and where it lies in memory.
///
/// `Mirror` tells a value a microsecond or more, which is 50 times what an event costs. With the layout, reading a
/// number is a load. The standard library's own description of a type's layout is used where the toolchain brings it
/// (Linux); elsewhere nothing is known here, and scopes are read with `Mirror`.
struct StoredField {
  enum Kind {
    case structure
    case enumeration
    case tuple
    case other
  }

  let name: String
  let offset: Int
  let type: Any.Type
  let kind: Kind

  /// The stored properties of a class and of its superclasses, those first; nil when nothing is known of them.
  static func all(ofClass type: AnyClass) -> [StoredField]? {
    #if os(Linux)
      // Of a class; the option has a name, but that is not safe to use from several threads.
      found(in: type, options: _EachFieldOptions(rawValue: 1))
    #else
      nil
    #endif
  }

  /// The stored properties of a structure or a tuple; nil when nothing is known of them.
  static func all(ofValue type: Any.Type) -> [StoredField]? {
    #if os(Linux)
      found(in: type, options: [])
    #else
      nil
    #endif
  }

  #if os(Linux)
    private static func found(in type: Any.Type, options: _EachFieldOptions) -> [StoredField]? {
      var fields: [StoredField] = []
      let isKnown = _forEachField(of: type, options: options) { name, offset, type, kind in
        fields.append(
          StoredField(name: String(cString: name), offset: offset, type: type, kind: Kind(kind))
        )
        return true
      }
      return isKnown ? fields : nil
    }
  #endif
}

#if os(Linux)
  extension StoredField.Kind {
    fileprivate init(_ kind: _MetadataKind) {
      switch kind {
      case .struct: self = .structure
      case .enum: self = .enumeration
      case .tuple: self = .tuple
      default: self = .other
      }
    }
  }
#endif
