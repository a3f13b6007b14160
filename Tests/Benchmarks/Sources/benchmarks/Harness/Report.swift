import Foundation

/// How findings are printed: a table for each kind.
extension Finding {
  static let rowHeading =
    "work".padded(to: 44) + "ns".aligned(to: 10) + "floor ns".aligned(to: 10) + "ratio".aligned(to: 8)
    + "budget".aligned(to: 8) + "allocs".aligned(to: 8) + "budget".aligned(to: 8)

  static let memoryHeading = "memory".padded(to: 44) + "bytes".aligned(to: 10) + "budget".aligned(to: 10)

  /// Of a growth either the slope has a budget, or the nanoseconds that each of the size costs.
  static let growthHeading =
    "growth".padded(to: 44) + "slope".aligned(to: 10) + "budget".aligned(to: 10) + "  ns at each size"

  var line: String {
    let verdict = !isWithinBudget ? "  OVER BUDGET" : isMissed ? "  MISSES ITS BUDGET" : ""
    if let points {
      let figures = points.map { "\($0.size): \(number($0.nanoseconds))" }.joined(separator: "  ")
      if let costForEach {
        return name.padded(to: 44) + "\(number(costForEach)) ns".aligned(to: 10)
          + "\(number(costForEachBudget)) ns".aligned(to: 10) + "  \(figures)\(verdict)"
      }
      return name.padded(to: 44) + number(slope).aligned(to: 10) + number(slopeBudget).aligned(to: 10)
        + "  \(figures)\(verdict)"
    }
    guard let floor else {
      return name.padded(to: 44) + number(bytes).aligned(to: 10) + number(byteBudget).aligned(to: 10)
        + verdict
    }
    let bytes = bytes.map { "  \(number($0)) bytes of \(number(byteBudget))" } ?? ""
    return name.padded(to: 44) + number(nanoseconds).aligned(to: 10)
      + number(floorNanoseconds).aligned(to: 10)
      + number(ratio).aligned(to: 8) + number(budget).aligned(to: 8) + number(allocations).aligned(to: 8)
      + number(allocationBudget).aligned(to: 8) + "  of \(floor)\(bytes)\(verdict)"
  }
}

private func number(_ value: Double?) -> String {
  guard let value else { return "" }
  return String(format: abs(value) < 10 ? "%.2f" : abs(value) < 1_000 ? "%.1f" : "%.0f", value)
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(1, width - count))
  }

  fileprivate func aligned(to width: Int) -> String {
    String(repeating: " ", count: max(1, width - count)) + self
  }
}
