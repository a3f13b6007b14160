import AllocationCounter

/// What one line of the table has shown, and whether that is within its budget.
///
/// - Note: a count is a count: no noise excuses one allocation or one byte more, so no tolerance touches those.
struct Finding: Codable {
  let name: String
  var nanoseconds: Double?
  var floor: String?
  var floorNanoseconds: Double?
  var ratio: Double?
  var budget: Double?
  var allocations: Double?
  var allocationBudget: Double?
  var bytes: Double?
  var byteBudget: Double?
  var measureOfSize: String?
  var points: [Curve.Point]?
  var slope: Double?
  var slopeBudget: Double?
  var costForEach: Double?
  var costForEachBudget: Double?
  /// Whether it misses its budget, and not more than it is known to.
  var isMissed = false
  let isWithinBudget: Bool

  /// - Parameter tolerance: how many times its budget a ratio may be: 1 on a quiet machine.
  init(_ row: Row, _ figures: Figures, tolerance: Double) {
    name = row.name
    nanoseconds = figures.subject
    floor = row.floorName
    floorNanoseconds = figures.floor
    ratio = figures.ratio
    budget = row.budget
    allocations = allocations_are_counted() == 1 ? figures.allocations : nil
    allocationBudget = row.allocations
    bytes = allocations_are_counted() == 1 ? figures.bytes : nil
    byteBudget = row.bytes
    isMissed = row.missedAt != nil && figures.ratio > row.budget
    isWithinBudget =
      figures.ratio <= (row.missedAt ?? row.budget) * tolerance
      && isWithin(allocations, row.allocations)
      && isWithin(bytes, row.bytes)
  }

  init(_ memory: Memory, bytes found: Double) {
    name = memory.name
    bytes = allocations_are_counted() == 1 ? found : nil
    byteBudget = memory.budget
    // Rounded: the list that holds all pieces has a head of its own.
    isWithinBudget = isWithin(bytes?.rounded(), memory.budget)
  }

  init(_ growth: Growth, _ curve: Curve, tolerance: Double) {
    name = growth.name
    measureOfSize = growth.measureOfSize
    points = curve.points
    slope = curve.slope
    slopeBudget = growth.budget
    costForEach = growth.budgetForEach == nil ? nil : curve.costForEach
    costForEachBudget = growth.budgetForEach
    isWithinBudget =
      growth.budget.map { curve.slope <= $0 * tolerance } != false
      && growth.budgetForEach.map { curve.costForEach <= $0 * tolerance } != false
  }
}

private func isWithin(_ found: Double?, _ budget: Double?) -> Bool {
  guard let found, let budget else { return true }
  return found <= budget
}
