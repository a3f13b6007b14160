/// An event as it reads in Swift: `.loaded(.success("news"))`.
package struct EventText {
  package let text: String

  package init(_ event: Any) {
    text = SwiftSource(readingOf: event).description
  }
}
