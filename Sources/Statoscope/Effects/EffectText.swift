/// How an effect is named in texts: as it describes itself, else by its type and its own parameters.
///
/// What its property wrappers keep is none of them, and a dictionary reads the same in each run.
package struct EffectText {
  package let text: String

  package init(_ effect: Any) {
    if let described = effect as? any CustomStringConvertible {
      text = PrintableText.escaped(described.description)
      return
    }
    let mirror = Mirror(reflecting: effect)
    guard mirror.displayStyle == .struct else {
      text = PrintableText.escaped("\(effect)")
      return
    }
    let parameters = mirror.children.compactMap { child -> String? in
      guard let label = child.label, !label.hasPrefix("_") else { return nil }
      let lines = StateText(child.value).lines.map { $0.drop { $0 == " " } }
      return "\(label): \(lines.joined(separator: " "))"
    }
    text = "\(typeName(type(of: effect)))(\(parameters.joined(separator: ", ")))"
  }
}
