// Compiled twice: with the tests, which write the samples as source, and with that source, which is compared with them.

/// What has to become of a value that is written as source.
enum SourceExpectation {
  /// Source that compiles and makes an equal value.
  case source
  /// A placeholder with a comment, which does not compile: nothing can make the value.
  case placeholder
  /// One of the two: it depends on whether the library knows the type.
  case any
  /// At least no other value: reflection does not show how the value is made, nor that it does not show that.
  case noOther
}

/// A value of some type, with the type's spelling in source.
struct SourceSample {
  let type: String
  let value: Any
  let expectation: SourceExpectation
  /// Compares a value of the sample's type with it; false for a value of another type.
  let isEqual: (Any) -> Bool
}

/// Values of all kinds that an event, an effect, a key or a state may hold.
struct SourceSamples {
  private(set) var all: [SourceSample] = []

  init() {
    addNumbers()
    addTexts()
    addOptionals()
    addCollections()
    addRanges()
    addEnums()
    addStructures()
    addStructuresOfOthers()
    addExistentials()
    addErasedValues()
    addFoundationValues()
    addErrors()
    addFormats()
    addUnwritable()
  }

  mutating func add<Value: Equatable>(
    _ type: String,
    _ value: Value,
    _ expectation: SourceExpectation = .source
  ) {
    add(type, value, expectation) { $0 == $1 }
  }

  /// Adds a value whose type defines no equality, or one that is too coarse.
  mutating func add<Value>(
    _ type: String,
    as _: Value.Type = Value.self,
    _ value: Value,
    _ expectation: SourceExpectation = .source,
    isEqual: @escaping (Value, Value) -> Bool
  ) {
    let sample = SourceSample(type: type, value: value, expectation: expectation) { other in
      // Cast with its own type: a nil is of any optional type.
      guard let other = other as? Boxed<Value> else { return false }
      return isEqual(value, other.value)
    }
    all.append(sample)
  }
}

/// A value that keeps its static type.
struct Boxed<Value> {
  let value: Value
}
