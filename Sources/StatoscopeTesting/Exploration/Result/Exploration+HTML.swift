extension Exploration {
  /// The states and what leads from one to another, as a page.
  ///
  /// It is whole in itself and asks for nothing from anywhere. A graph of up to 400 states and 4,000 transitions is
  /// drawn: each state with what differs from the one before it, the shortest path to it and that path as a flow test;
  /// events can be left out, which shows what is reached without them. The drawing is used by mouse, finger or
  /// keyboard; without scripts the states are a list. Of a larger graph the page says that it is too large, and shows
  /// how many states there are at each depth and what the events did.
  ///
  /// Complexity: O(states × depth) for a graph that is drawn, as the paths are replayed; else O(transitions).
  /// - Parameter title: the heading; unless given, it names the scope's type.
  public func html(title: String? = nil) -> String {
    GraphPage(self, title: title ?? "Exploration of \(scope)").text
  }
}
