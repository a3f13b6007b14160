import Statoscope

/// A value that is rendered on demand, or was rendered at once because it may refer to objects of the app.
enum RecordedValue<Rendering> {
  case value(Any)
  case rendered(Rendering)

  func rendered(_ render: (_ value: Any) -> Rendering) -> Rendering {
    switch self {
    case .value(let value): render(value)
    case .rendered(let rendering): rendering
    }
  }
}

/// An event as it reads in Swift, and as source if there is one.
struct RecordedEvent {
  let text: String
  let source: String?

  init(_ event: Any) {
    text = EventText(event).text
    let source = SwiftSource(shorthandOf: event)
    self.source = source.isWhole ? source.description : nil
  }
}
