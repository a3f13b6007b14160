import Statoscope
import StatoscopeTesting

/// An end of an effect, or an element of a stream.
enum EffectEnd {
  case completes(Any)
  case fails(any Error)
  case yields(Any)

  /// Returns all ends that an `EFFECT` lists.
  static func all(yields elements: [Any] = [], completes values: [Any], fails errors: [any Error])
    -> [EffectEnd]
  {
    elements.map { .yields($0) } + values.map { .completes($0) } + errors.map { .fails($0) }
  }

  /// The verb of the corresponding step of a flow test.
  var verb: String {
    switch self {
    case .completes: "WHEN_EffectCompletes"
    case .fails: "WHEN_EffectFails"
    case .yields: "WHEN_StreamYields"
    }
  }

  /// The verb of a sentence.
  var verbInWords: String {
    switch self {
    case .completes: "completes"
    case .fails: "fails"
    case .yields: "yields"
    }
  }

  var isYield: Bool {
    if case .yields = self { true } else { false }
  }

  var value: Any {
    switch self {
    case .completes(let value), .yields(let value): value
    case .fails(let error): error
    }
  }
}
