import Statoscope

/// How costs grow.
@MainActor func growths() -> [Growth] {
  [
    eventsAtDepth(), eventsAmongSiblings(), lookUpsAtDepth(), effectsInFlight(), flows(),
    storageAnnouncements(), storageReads(),
  ] + childGrowths() + explorationGrowths(isLarge: arguments.contains("--large"))
}

@MainActor private func eventsAtDepth() -> Growth {
  Growth(
    name: "an event, by depth",
    measureOfSize: "scopes above",
    sizes: [1, 10, 100, 1_000],
    budget: 0.05,
    count: { _ in 100_000 },
    prepare: { depth in
      let tower = Storey.tower(depth)
      let counter = Counter()
      tower.bottom.counter = counter
      return { count in
        withExtendedLifetime(tower.top) { send(count, to: counter) }
      }
    }
  )
}

@MainActor private func eventsAmongSiblings() -> Growth {
  Growth(
    name: "an event, by siblings",
    measureOfSize: "siblings",
    sizes: [1, 1_000, 100_000],
    budget: 0.05,
    count: { _ in 100_000 },
    prepare: { number in
      let row = Row1000()
      row.counters = (0..<number).map { _ in Counter() }
      let counter = row.counters[number / 2]
      return { count in
        withExtendedLifetime(row) { send(count, to: counter) }
      }
    }
  )
}

@MainActor private func lookUpsAtDepth() -> Growth {
  Growth(
    name: "@Injected found at the root, by depth",
    measureOfSize: "scopes above",
    sizes: [1, 10, 100, 1_000],
    budget: 1,
    count: { 2_000_000 / ($0 + 20) },
    prepare: { depth in
      let tower = Storey.tower(depth)
      tower.top.injectObject(Plate(number: 7))
      return { count in
        var sum = 0
        for _ in 0..<count { sum += tower.bottom.plate.number }
        precondition(sum == 7 * count)
      }
    }
  )
}

@MainActor private func effectsInFlight() -> Growth {
  Growth(
    name: "all effects' round trips, by number in flight",
    measureOfSize: "effects at once",
    sizes: [1, 10, 100, 1_000, 10_000],
    budget: 1.1,
    count: { max(1, 10_000 / $0) },
    prepare: { number in
      let square = Square()
      return { count in
        await square.effects(number, times: count)
      }
    }
  )
}

@MainActor private func flows() -> Growth {
  Growth(
    name: "a flow, by steps",
    measureOfSize: "steps",
    sizes: [10, 100, 1_000, 10_000],
    budget: 1.1,
    count: { 20_000 / $0 },
    prepare: { steps in
      return { count in
        for _ in 0..<count {
          run(plan(of: steps / 3))
        }
      }
    }
  )
}
