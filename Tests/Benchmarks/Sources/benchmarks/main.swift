import Foundation

// benchmarks [--tolerance FACTOR] [--json FILE] [--only WORD]
let arguments = Array(CommandLine.arguments.dropFirst())
func option(_ name: String) -> String? {
  arguments.firstIndex(of: name).flatMap { arguments.indices.contains($0 + 1) ? arguments[$0 + 1] : nil }
}

let tolerance = option("--tolerance").flatMap(Double.init) ?? 1
let rows =
  eventRows() + recordingRows() + injectionRows() + effectRows() + planRows() + memoryRows()
  + explorationRows()

print(Finding.heading)
var findings: [Finding] = []
for row in rows where option("--only").map(row.name.contains) ?? true {
  let finding = Finding(row, await row.measure(row), tolerance: tolerance)
  print(finding.line)
  findings.append(finding)
}

if let file = option("--json") {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
  try encoder.encode(findings).write(to: URL(filePath: file))
}
exit(findings.allSatisfy(\.isWithinBudget) ? 0 : 1)
