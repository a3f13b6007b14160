import Statoscope
import StatoscopeTesting

extension Exploration {
  /// Returns a page that shows the states and the transitions between them.
  ///
  /// The page is self-contained and makes no network requests. A graph of up to 400 states and 4,000
  /// transitions is drawn: each state with its difference from the one before it, the shortest path to it and
  /// that path as a flow test; events can be deselected, which shows the states that are reached without
  /// them. The drawing supports mouse, touch and keyboard; without scripts the states are a list. For a
  /// larger graph the page reports that it is too large, and shows the number of states at each depth and the
  /// transitions of each event.
  ///
  /// Complexity: O(states × depth) for a graph that is drawn, because the paths are replayed; else
  /// O(transitions).
  /// - Parameter title: the heading; by default it names the scope's type.
  public func html(title: String? = nil) -> String {
    GraphPage(self, title: title ?? "Exploration of \(scope)").text
  }
}
