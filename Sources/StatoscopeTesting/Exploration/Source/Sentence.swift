import Statoscope

/// Something that happened, as a flow test says it.
struct Sentence {
  enum Content {
    case event(SwiftSource)
    case effect(_ type: String, number: Int, EffectEnd, SwiftSource)
  }

  /// The path to the scope, or nil for the root.
  private let path: String?
  private let content: Content

  init(path: String?, _ content: Content) {
    self.path = path == "\\.self" ? nil : path
    self.content = content
  }

  /// The steps that do it, one a line.
  func steps(throwing: Bool) -> [String] {
    let suffix = throwing ? "_Throws" : ""
    switch content {
    case .event(let event):
      return [".WHEN\(suffix)(" + (path.map { $0 + ", " } ?? "") + "\(event))"]
    case .effect(let type, let number, let end, let value):
      let which = number == 1 ? "" : "number: \(number), "
      let label = end.isYield ? "" : "with: "
      let arguments = "\(type).self, \(which)\(label)\(value)"
      let step = ".\(end.verb)\(suffix)(\(arguments))"
      // Only an event's step has a form that addresses a child.
      return path.map { [".WITH(\($0))", step, ".POP()"] } ?? [step]
    }
  }

  /// A few words for a diagram or a list.
  var label: String {
    let place = path.map { $0.dropFirst(2) + ": " } ?? ""
    switch content {
    case .event(let event):
      return place + event.description.trimmingPrefix(".")
    case .effect(let type, let number, let end, let value):
      let which = number == 1 ? type : "\(type) number \(number)"
      let verb =
        switch end {
        case .completes: "completes with"
        case .fails: "fails with"
        case .yields: "yields"
        }
      return "\(place)\(which) \(verb) \(value)"
    }
  }
}
