/// An event as it reads in source: `.loaded(7)` for the case of an enum, else what the value prints.
package struct EventText {
  package let text: String

  package init(_ event: Any) {
    let isCase = ReflectedValue(event).kind == .enumCase
    text = PrintableText.escaped(isCase ? ".\(event)" : "\(event)")
  }
}
