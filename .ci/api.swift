// Writes the public API of a module, as its symbol graphs have it, one declaration a line in the order of their names.
//
//   api MODULE.symbols.json… >MODULE.txt

import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Location: Decodable {}
    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let location: Location?
  }
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }
  let symbols: [Symbol]
  let relationships: [Relationship]
}

let graphs = try CommandLine.arguments.dropFirst().map { path in
  try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}
var names: [String: String] = [:]
for symbol in graphs.flatMap(\.symbols) {
  names[symbol.identifier.precise] = symbol.pathComponents.joined(separator: ".")
}
var lines: Set<String> = []
for symbol in graphs.flatMap(\.symbols) {
  // What the graph repeats for a type that inherits it, and what no source file has.
  guard !symbol.identifier.precise.contains("::SYNTHESIZED::"), symbol.kind.identifier != "swift.extension",
    symbol.location != nil
  else { continue }
  let declaration = symbol.declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
  lines.insert(symbol.pathComponents.joined(separator: ".") + ": " + declaration.joined(separator: " "))
}
for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
  guard let source = names[relationship.source],
    let target = names[relationship.target] ?? relationship.targetFallback
  else { continue }
  lines.insert("\(source): conforms to \(target)")
}
// What every type conforms to says nothing.
let common = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"].map { "conforms to " + $0 }
for line in lines.sorted() where !common.contains(where: line.hasSuffix) { print(line) }
