import Statoscope

/// What users do all day.
final class Diary {
  private(set) var lines: [String] = []

  /// Notes every event of a scope and of all below it.
  func follow(_ root: some ScopeProtocol) {
    root.addSubscopeMiddleware { event, next in
      do {
        try next()
        self.lines.append("\(event.path) \(event.when)")
      } catch {
        self.lines.append("\(event.path) \(event.when): refused")
        throw error
      }
    }
  }
}
