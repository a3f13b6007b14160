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
  /// How many samples are taken of each size, one after the other, of which the fastest counts: whatever else the machine
  /// does can only make one slower.
  ///
  /// With a single one, the sizes are measured upwards and downwards again, and the mean counts: a machine that becomes
  /// slower in between slows all sizes, not only the large ones.
  var samples = 7
  /// How often the work is done in one sample, for each size.
  let count: @Sendable (_ size: Int) -> Int
  /// Makes what is of a size, and gives the work with it.
  let prepare: @MainActor (_ size: Int) -> (@MainActor (_ count: Int) async -> Void)

  /// Measures each size.
  @MainActor func measure() async -> Curve {
    var points: [Curve.Point] = []
    for size in sizes { points.append(Curve.Point(size: size, nanoseconds: await measure(size))) }
    guard samples == 1 else { return Curve(points: points) }
    for index in points.indices.dropLast().reversed() {
      let again = await measure(sizes[index])
      points[index] = Curve.Point(size: sizes[index], nanoseconds: (points[index].nanoseconds + again) / 2)
    }
    return Curve(points: points)
  }

  /// Measures one size.
  @MainActor private func measure(_ size: Int) async -> Double {
    let work = prepare(size)
    let count = count(size)
    // What takes so long that one sample is enough needs no warm-up.
    if samples > 1 { await work(count) }
    var found: [Double] = []
    for _ in 0..<samples { found.append(await CPUTime.of(count, work)) }
    return found.min() ?? 0
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
