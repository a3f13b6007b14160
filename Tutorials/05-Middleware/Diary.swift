import Statoscope

/// A list of all user actions.
final class Diary {
  private(set) var lines: [String] = []

  /// Records every event of a scope and of all scopes below it.
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
