import Statoscope
import StatoscopeTesting

/// An event or an end of an effect, in the language of flow tests.
enum Sentence {
  case event(SwiftSource)
  case effect(_ type: String, number: Int, EffectEnd, SwiftSource)

  /// Returns the steps that perform it, one per line.
  ///
  /// - Parameter address: the address of the scope before the step.
  func steps(at address: ScopeAddress, throwing: Bool) -> [String] {
    let suffix = throwing ? "_Throws" : ""
    switch self {
    case .event(let event):
      return address.steps { ".WHEN\(suffix)(\($0)\(event))" }
    case .effect(let type, let number, let end, let value):
      let which = number == 1 ? "" : "number: \(number), "
      let label = end.isYield ? "" : "with: "
      let step = ".\(end.verb)\(suffix)(\(type).self, \(which)\(label)\(value))"
      // Only an event's step has a form that addresses a child by its key path.
      let entries = address.entries + (address.keyPath.map { ["WITH(\($0))"] } ?? [])
      return entries.map { "." + $0 } + [step] + entries.map { _ in ".POP()" }
    }
  }

  /// Returns a short label for a diagram or a list.
  ///
  /// - Parameter path: the path from the root to the scope.
  func label(at path: String?) -> String {
    let place = path.flatMap { $0 == "\\.self" ? nil : $0.dropFirst(2) + ": " } ?? ""
    switch self {
    case .event(let event):
      return place + event.description.trimmingPrefix(".")
    case .effect(let type, let number, let end, let value):
      let which = number == 1 ? type : "\(type) number \(number)"
      return "\(place)\(which) \(end.verbInWords)\(end.isYield ? "" : " with") \(value)"
    }
  }

  /// The part of the label that is shared with others that differ in values and places only.
  var kind: String {
    switch self {
    case .event(let event): String(event.description.trimmingPrefix(".").prefix { $0 != "(" })
    case .effect(let type, _, let end, _): "\(type) \(end.verbInWords)"
    }
  }
}
