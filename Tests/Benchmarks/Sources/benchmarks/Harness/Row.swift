/// One line of the table: what is measured, against what, and what it may cost.
struct Row {
  let name: String
  /// What the subject is compared with, in the same run.
  let floorName: String
  /// How many times the floor the subject may cost.
  let budget: Double
  /// How many times the floor it costs while it misses its budget: more is a failure, and this much is said.
  var missedAt: Double?
  /// How many allocations one piece of work may make, where that is promised.
  var allocations: Double?
  /// How many bytes one piece may keep, where that is promised.
  var bytes: Double?
  /// How often the work is done in one sample.
  let count: Int
  /// Does the work so often and nothing else, for those who count instructions.
  var subject: (@MainActor (_ count: Int) async -> Void)?
  /// The same of what it is compared with.
  var floor: (@MainActor (_ count: Int) async -> Void)?
  let measure: @MainActor (_ row: Row) async -> Figures
}

/// What a row has shown.
struct Figures {
  /// Nanoseconds a piece of work, medians of all samples.
  var subject: Double
  var floor: Double
  /// The median of the samples' own ratios: both halves of a sample are measured side by side.
  var ratio: Double
  var allocations: Double?
  var bytes: Double?
}

extension Row {
  /// The row with what it costs while it misses its budget.
  func missing(at ratio: Double) -> Row {
    var row = self
    row.missedAt = ratio
    return row
  }

  /// Compares two loops that run on the main actor without waiting.
  ///
  /// - Parameters:
  ///   - floor: does the floor's work as often as it is asked to.
  ///   - subject: does the subject's.
  init(
    _ name: String,
    of floorName: String,
    budget: Double,
    allocations: Double? = nil,
    count: Int = 100_000,
    floor: @escaping @MainActor (_ count: Int) -> Void,
    subject: @escaping @MainActor (_ count: Int) -> Void
  ) {
    self.init(
      name: name,
      floorName: floorName,
      budget: budget,
      allocations: allocations,
      count: count,
      subject: { subject($0) },
      floor: { floor($0) }
    ) { row in
      await compare(count: row.count) {
        floor($0)
      } subject: {
        subject($0)
      }
    }
  }

  /// Compares two pieces of work that wait.
  init(
    _ name: String,
    of floorName: String,
    budget: Double,
    allocations: Double? = nil,
    count: Int,
    awaitingFloor floor: @escaping @MainActor (Int) async -> Void,
    subject: @escaping @MainActor (Int) async -> Void
  ) {
    self.init(
      name: name,
      floorName: floorName,
      budget: budget,
      allocations: allocations,
      count: count,
      subject: subject,
      floor: floor
    ) { row in
      await compare(count: row.count, floor: floor, subject: subject)
    }
  }
}
