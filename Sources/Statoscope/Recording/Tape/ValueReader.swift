/// Reads a value of a type that only its subclass knows.
class ValueReader {
  let size: Int

  init(size: Int) {
    self.size = size
  }

  func value(at _: UnsafeRawPointer) -> Any { () }

  /// The value that a few bytes make.
  func value(ofBits bits: Bits) -> Any {
    withUnsafePointer(to: bits) { value(at: UnsafeRawPointer($0)) }
  }

  static func reader(of type: Any.Type) -> ValueReader {
    func make<Value>(_: Value.Type) -> ValueReader { TypedValueReader<Value>() }
    return make(type)
  }
}

private final class TypedValueReader<Value>: ValueReader {
  init() {
    super.init(size: MemoryLayout<Value>.size)
  }

  override func value(at place: UnsafeRawPointer) -> Any { place.assumingMemoryBound(to: Value.self).pointee }
}
