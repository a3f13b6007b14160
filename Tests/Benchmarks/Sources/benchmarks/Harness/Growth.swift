import Foundation

/// How the cost of a piece of work grows with the size of something.
struct Growth {
  let name: String
  /// What is counted in ``sizes``.
  let measureOfSize: String
  let sizes: [Int]
  /// The greatest power of the size that the cost may grow with: 0 for no growth, 1 for in proportion; nil where a cost
  /// for each of the size is promised instead.
  var budget: Double?
  /// How many nanoseconds more each of the size may cost.
  var budgetForEach: Double?
  /// How many samples are taken of each size, of which the fastest counts: whatever else the machine does can only make one
  /// slower.
  ///
  /// The sizes take turns, so that a machine that is slower for a while slows all of them. With a single sample, they are
  /// measured upwards and downwards again, and the mean counts.
  var samples = 7
  /// How often the work is done in one sample, for each size.
  let count: @Sendable (_ size: Int) -> Int
  /// Makes what is of a size, and gives the work with it.
  let prepare: @MainActor (_ size: Int) -> (@MainActor (_ count: Int) async -> Void)

  /// Measures each size.
  @MainActor func measure() async -> Curve {
    samples == 1 ? await measureOnce() : await measureInTurns()
  }

  /// Measures what takes so long that one sample is enough, and that needs no warm-up.
  @MainActor private func measureOnce() async -> Curve {
    var points: [Curve.Point] = []
    for size in sizes {
      points.append(Curve.Point(size: size, nanoseconds: await CPUTime.of(count(size), prepare(size))))
    }
    for index in points.indices.dropLast().reversed() {
      let size = sizes[index]
      let again = await CPUTime.of(count(size), prepare(size))
      points[index] = Curve.Point(size: size, nanoseconds: (points[index].nanoseconds + again) / 2)
    }
    return Curve(points: points)
  }

  @MainActor private func measureInTurns() async -> Curve {
    let works = sizes.map { ($0, prepare($0)) }
    var fastest: [Int: Double] = [:]
    for _ in 0..<samples {
      for (size, work) in works {
        await work(count(size))
        fastest[size] = min(await CPUTime.of(count(size), work), fastest[size] ?? .infinity)
      }
    }
    return Curve(points: sizes.map { Curve.Point(size: $0, nanoseconds: fastest[$0] ?? 0) })
  }
}

/// What a growth has shown.
struct Curve {
  struct Point: Codable {
    let size: Int
    /// Nanoseconds a piece of work.
    let nanoseconds: Double
  }

  let points: [Point]

  /// The power of the size that the cost grows with: the slope of the line that fits best, both axes logarithmic.
  var slope: Double {
    let x = points.map { log(Double($0.size)) }
    let y = points.map { log($0.nanoseconds) }
    let (meanX, meanY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
    let products = zip(x, y).map { ($0 - meanX) * ($1 - meanY) }
    return products.reduce(0, +) / x.map { ($0 - meanX) * ($0 - meanX) }.reduce(0, +)
  }

  /// How many nanoseconds more each of the size costs, between the smallest size and the largest.
  var costForEach: Double {
    guard let first = points.first, let last = points.last, last.size > first.size else { return 0 }
    return (last.nanoseconds - first.nanoseconds) / Double(last.size - first.size)
  }
}
