import AllocationCounter
import Foundation

/// What a row has shown, and whether that is within its budget.
struct Finding: Encodable {
  let name: String
  let nanoseconds: Double
  let floor: String
  let floorNanoseconds: Double
  let ratio: Double
  let budget: Double
  let allocations: Double?
  let allocationBudget: Double?
  let bytes: Double?
  let byteBudget: Double?
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
    // A count is a count: no noise excuses one allocation more.
    isWithinBudget =
      ratio <= budget * tolerance
      && (allocations.map { found in row.allocations.map { found <= $0 } ?? true } ?? true)
      && (bytes.map { found in row.bytes.map { found <= $0 } ?? true } ?? true)
  }

  var line: String {
    let parts = [
      name.padding(40),
      Finding.text(nanoseconds).paddingLeft(12),
      Finding.text(floorNanoseconds).paddingLeft(12),
      Finding.text(ratio).paddingLeft(8),
      Finding.text(budget).paddingLeft(8),
      (allocations.map(Finding.text) ?? "").paddingLeft(9),
      (bytes.map(Finding.text) ?? "").paddingLeft(7),
      "  ",
      isWithinBudget ? "" : "OVER BUDGET ",
      "of \(floor)",
    ]
    return parts.joined()
  }

  static let heading =
    "work".padding(40) + "ns".paddingLeft(12) + "floor ns".paddingLeft(12) + "ratio".paddingLeft(8)
    + "budget".paddingLeft(8) + "allocs".paddingLeft(9) + "bytes".paddingLeft(7)

  private static func text(_ value: Double) -> String {
    String(format: value < 10 ? "%.2f" : value < 1_000 ? "%.1f" : "%.0f", value)
  }
}

extension String {
  fileprivate func padding(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }

  fileprivate func paddingLeft(_ width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
