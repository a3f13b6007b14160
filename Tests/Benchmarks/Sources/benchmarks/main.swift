import Foundation

// benchmarks [--tolerance FACTOR] [--json FILE] [--only WORD] [--large]
// benchmarks --repeat ROW --count NUMBER [--floor]
// benchmarks --against FILE
let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

@MainActor func rows() -> [Row] {
  eventRows() + recordingRows() + injectionRows() + effectRows() + planRows() + memoryRows()
    + explorationRows() + storageRows() + childRows() + observationRows()
}

/// Does the work of one row so often, and nothing else: what `.ci/instructions` counts.
@MainActor func repeatWork(of name: String, _ count: Int) async {
  let row = rows().first { $0.name == name }
  guard let work = arguments.contains("--floor") ? row?.floor : row?.subject else {
    FileHandle.standardError.write(Data("benchmarks: no row to repeat is called '\(name)'\n".utf8))
    exit(2)
  }
  await work(count)
}

/// Compares explorations in this debug build with those that a release build has measured; returns whether all are
/// within their budget.
@MainActor func compareWithRelease(_ file: String) async throws -> Bool {
  let release = try JSONDecoder().decode([Finding].self, from: Data(contentsOf: URL(filePath: file)))
  var comparisons = explorationGrowths(isLarge: false).map { DebugComparison($0, release: release) }
  for _ in 0..<DebugComparison.samples {
    for index in comparisons.indices { await comparisons[index].sample() }
  }
  for comparison in comparisons { print(comparison.line) }
  return comparisons.allSatisfy(\.isWithinBudget)
}

/// Measures and prints everything; returns whether it is within its budgets.
@MainActor func measureAll() async throws -> Bool {
  let tolerance = option("--tolerance").flatMap(Double.init) ?? 1
  let isAsked = { (name: String) in option("--only").map(name.contains) ?? true }
  var findings: [Finding] = []
  func note(_ finding: Finding) {
    print(finding.line)
    findings.append(finding)
  }
  print(Finding.rowHeading)
  for row in rows() where isAsked(row.name) {
    note(Finding(row, await row.measure(row), tolerance: tolerance))
  }
  print("\n" + Finding.memoryHeading)
  for memory in memories() + explorationMemories() where isAsked(memory.name) {
    note(Finding(memory, bytes: await memory.measure()))
  }
  print("\n" + Finding.growthHeading)
  for growth in growths() where isAsked(growth.name) {
    var finding = Finding(growth, await growth.measure(), tolerance: tolerance)
    // A machine that others use may be slow for as long as one measurement takes, and not for three.
    for _ in 0..<2 where !finding.isWithinBudget {
      finding = Finding(growth, await growth.measure(), tolerance: tolerance)
    }
    note(finding)
  }
  if let file = option("--json") {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(findings).write(to: URL(filePath: file))
  }
  guard !findings.isEmpty else {
    print("no row has '\(option("--only") ?? "")' in its name")
    return false
  }
  let over = findings.filter { !$0.isWithinBudget }.map(\.name)
  let missed = findings.filter { $0.isWithinBudget && $0.isMissed }.map(\.name)
  if !missed.isEmpty { print("\nknown to miss their budgets: \(missed.joined(separator: "; "))") }
  print(
    over.isEmpty
      ? (missed.isEmpty ? "\nall within their budgets" : "\nall others within their budgets")
      : "\nOVER BUDGET: \(over.joined(separator: "; "))"
  )
  return over.isEmpty
}

// Not an async main: that gives the main thread away at its first suspension, which valgrind does not survive.
Task { @MainActor in
  if let name = option("--repeat") {
    await repeatWork(of: name, option("--count").flatMap(Int.init) ?? 1)
    exit(0)
  }
  do {
    if CommandLine.arguments.contains("--spin") {
      try SpinRow.printAll(option("--only") ?? "")
      exit(0)
    }
    let isGood =
      if let file = option("--against") { try await compareWithRelease(file) } else { try await measureAll() }
    exit(isGood ? 0 : 1)
  } catch {
    FileHandle.standardError.write(Data("benchmarks: \(error)\n".utf8))
    exit(2)
  }
}
RunLoop.main.run()
