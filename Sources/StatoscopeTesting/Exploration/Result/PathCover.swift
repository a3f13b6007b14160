/// As few paths as can be that start at the first state and together go through every state, or every edge.
///
/// States that lead to each other are gone through by the first path that comes there. What is left has no cycles,
/// and there the fewest paths are a smallest flow (``SmallestFlow``).
package struct PathCover {
  package struct Edge {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// The edges of each path, by their index.
  package private(set) var paths: [[Int]] = []

  private let edges: [Edge]
  private let coverage: Exploration.Coverage
  private let components: Components
  private let outgoing: [[Int]]
  /// What is still to be gone through: states or edges.
  private var open: Set<Int>

  /// Finds the paths through a graph whose states can all be reached from the first.
  package init(states: Int, edges: [Edge], coverage: Exploration.Coverage) {
    self.edges = edges
    self.coverage = coverage
    var outgoing = [[Int]](repeating: [], count: states)
    for (index, edge) in edges.enumerated() { outgoing[edge.from].append(index) }
    self.outgoing = outgoing
    components = Components(outgoing: outgoing.map { $0.map { edges[$0].to } })
    open = Set(coverage == .states ? Array(0..<states) : Array(edges.indices))
    findPaths()
  }

  private mutating func findPaths() {
    guard !outgoing.isEmpty else { return }
    var bridges: [SmallestFlow.Arc: [Int]] = [:]
    for (index, edge) in edges.enumerated() {
      let (from, to) = (components.of[edge.from], components.of[edge.to])
      if from != to { bridges[.init(from: from, to: to), default: []].append(index) }
    }
    let inner = Set(
      edges.map { components.of[$0.from] == components.of[$0.to] ? components.of[$0.from] : -1 }
    )
    let arcs = bridges.mapValues { coverage == .states ? 0 : $0.count }
    let flow = SmallestFlow(
      count: components.count,
      start: components.of[0],
      arcs: arcs,
      isNeeded: { [coverage] component in coverage == .states || inner.contains(component) }
    )
    for route in flow.routes { paths.append(path(along: route, bridges)) }
    // The first state alone is a flow with nothing in it.
    if paths.isEmpty { paths = coverage == .states ? [[]] : [] }
  }

  /// A path through some components, each covered when it is come to first.
  private mutating func path(along route: [Int], _ bridges: [SmallestFlow.Arc: [Int]]) -> [Int] {
    var path: [Int] = []
    var state = 0
    for (index, component) in route.enumerated() {
      note(state, path.last)
      while let way = way(
        from: state,
        within: component,
        to: { [open, coverage] edge, to in
          open.contains(coverage == .states ? to : edge)
        }
      ) {
        append(way, to: &path, at: &state)
      }
      guard index + 1 < route.count else { break }
      let candidates = bridges[.init(from: component, to: route[index + 1])] ?? []
      guard let bridge = candidates.first(where: open.contains) ?? candidates.first else { break }
      if let way = way(from: state, within: component, toState: edges[bridge].from) {
        append(way, to: &path, at: &state)
      }
      append([bridge], to: &path, at: &state)
    }
    return path
  }

  private mutating func append(_ way: [Int], to path: inout [Int], at state: inout Int) {
    for edge in way {
      path.append(edge)
      state = edges[edge].to
      note(state, edge)
    }
  }

  private mutating func note(_ state: Int, _ edge: Int?) {
    if coverage == .states { open.remove(state) } else if let edge { open.remove(edge) }
  }

  private func way(from state: Int, within component: Int, toState goal: Int) -> [Int]? {
    state == goal ? [] : way(from: state, within: component) { _, to in to == goal }
  }

  /// The shortest way inside a component that ends with an edge wanted.
  private func way(
    from start: Int,
    within component: Int,
    to isWanted: (_ edge: Int, _ to: Int) -> Bool
  ) -> [Int]? {
    var origins: [Int: Int] = [:]
    var waiting = [start]
    var next = 0
    while next < waiting.count {
      for edge in outgoing[waiting[next]] where components.of[edges[edge].to] == component {
        let to = edges[edge].to
        if isWanted(edge, to) {
          var way = [edge]
          var state = waiting[next]
          while state != start, let origin = origins[state] {
            way.append(origin)
            state = edges[origin].from
          }
          return way.reversed()
        }
        guard to != start, origins[to] == nil else { continue }
        origins[to] = edge
        waiting.append(to)
      }
      next += 1
    }
    return nil
  }
}
