/// The text of an effect: its own description, else its type and its parameters.
///
/// Values of property wrappers are left out, and a dictionary reads the same in each run. Objects are shown
/// by their types: the effect's task may be using them.
package struct EffectText {
  package let text: String

  package init(_ effect: Any) {
    if let described = effect as? any CustomStringConvertible {
      text = PrintableText.escaped(described.description)
      return
    }
    let reflected = ReflectedValue(effect)
    guard reflected.kind == .structure else {
      text = PrintableText.escaped("\(effect)")
      return
    }
    let parameters = reflected.parts.compactMap { part -> String? in
      guard let label = part.label, !label.hasPrefix("_") else { return nil }
      let lines = StateText(part.value, objects: .byType).lines.map { $0.drop { $0 == " " } }
      return "\(label): \(lines.joined(separator: " "))"
    }
    text = "\(reflected.typeName)(\(parameters.joined(separator: ", ")))"
  }
}
