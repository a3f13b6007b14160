import Statoscope
import StatoscopeTesting

/// A minimum set of routes through an acyclic graph that satisfies lower bounds on arcs and nodes.
///
/// A greedy set of routes comes first. Then routes are joined as long as possible, by searching for a path
/// from the end back to the start along links that are used more often than needed.
struct SmallestFlow {
  struct Arc: Hashable {
    let from: Int
    let to: Int
  }

  /// The nodes of each route, from the start on.
  private(set) var routes: [[Int]] = []

  private struct Link {
    let from: Int
    let to: Int
    let least: Int
    var taken = 0
  }

  /// The links; a node is a link from its entry to its exit, `2n` and `2n + 1`, so that visiting it can be
  /// required.
  private var links: [Link] = []
  private var outgoing: [[Int]]
  private var incoming: [[Int]]
  private let start: Int
  private let end: Int

  /// - Parameters:
  ///   - count: the number of nodes; arcs lead from higher numbers to lower ones.
  ///   - start: the first node of each route; every node can be reached from it.
  ///   - arcs: the minimum number of uses of each arc.
  ///   - isNeeded: whether a route must visit a node.
  init(count: Int, start: Int, arcs: [Arc: Int], isNeeded: (Int) -> Bool) {
    self.start = 2 * start
    end = 2 * count
    outgoing = [[Int]](repeating: [], count: 2 * count + 1)
    incoming = outgoing
    for node in 0..<count {
      add(from: 2 * node, to: 2 * node + 1, least: isNeeded(node) ? 1 : 0)
      add(from: 2 * node + 1, to: end, least: 0)
    }
    for (arc, least) in arcs.sorted(by: { ($0.key.from, $0.key.to) < ($1.key.from, $1.key.to) }) {
      add(from: 2 * arc.from + 1, to: 2 * arc.to, least: least)
    }
    while takeGreedyRoute() {}
    while joinRoutes() {}
    while let route = takeApart() { routes.append(route) }
  }

  private mutating func add(from: Int, to: Int, least: Int) {
    outgoing[from].append(links.count)
    incoming[to].append(links.count)
    links.append(Link(from: from, to: to, least: least))
  }

  /// Adds the route with the most links that are not used often enough yet; returns false when there is none.
  private mutating func takeGreedyRoute() -> Bool {
    var gain = [Int](repeating: 0, count: outgoing.count)
    var best = [Int?](repeating: nil, count: outgoing.count)
    for node in 0..<(end / 2) {
      // The exit first: no node behind it has a higher number.
      for place in [2 * node + 1, 2 * node] {
        for index in outgoing[place] {
          let worth = gain[links[index].to] + (links[index].taken < links[index].least ? 1 : 0)
          if best[place] == nil || worth > gain[place] { (gain[place], best[place]) = (worth, index) }
        }
      }
    }
    guard gain[start] > 0 else { return false }
    var place = start
    while let index = best[place] {
      links[index].taken += 1
      place = links[index].to
    }
    return true
  }

  /// Reduces the number of routes by one, if possible.
  private mutating func joinRoutes() -> Bool {
    var steps = [(link: Int, isForward: Bool)?](repeating: nil, count: outgoing.count)
    var waiting = [end]
    var next = 0
    while next < waiting.count, steps[start] == nil {
      let place = waiting[next]
      next += 1
      for index in incoming[place] where links[index].taken > links[index].least {
        let from = links[index].from
        guard from != end, steps[from] == nil else { continue }
        steps[from] = (index, false)
        waiting.append(from)
      }
      for index in outgoing[place] where links[index].to != end && steps[links[index].to] == nil {
        steps[links[index].to] = (index, true)
        waiting.append(links[index].to)
      }
    }
    guard steps[start] != nil else { return false }
    var place = start
    while place != end, let (index, isForward) = steps[place] {
      links[index].taken += isForward ? 1 : -1
      place = isForward ? links[index].from : links[index].to
    }
    return true
  }

  /// Removes one route from the used links, and returns its nodes.
  private mutating func takeApart() -> [Int]? {
    var route: [Int] = []
    var place = start
    while place != end {
      guard let index = outgoing[place].first(where: { links[$0].taken > 0 }) else { return nil }
      links[index].taken -= 1
      if place % 2 == 0 { route.append(place / 2) }
      place = links[index].to
    }
    return route
  }
}
