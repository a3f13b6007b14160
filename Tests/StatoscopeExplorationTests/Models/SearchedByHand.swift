/// How many states and transitions a model has, found by a plain search that knows nothing of the library.
struct SearchedByHand: Equatable {
  var states = 0
  var transitions = 0

  /// - Parameter next: what a state leads to, one for each thing that may happen.
  init(states: Int, transitions: Int) {
    (self.states, self.transitions) = (states, transitions)
  }

  init<State: Hashable>(from start: State, _ next: (State) -> [State]) {
    var found: Set<State> = [start]
    var waiting = [start]
    while let state = waiting.popLast() {
      states += 1
      for other in next(state) {
        transitions += 1
        if found.insert(other).inserted { waiting.append(other) }
      }
    }
  }
}
