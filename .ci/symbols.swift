// Reads the symbol graphs of a module.
//
//   symbols documented LANDING-PAGE.md MODULE.symbols.json…    each public symbol has a comment and a topic
//   symbols api MODULE.symbols.json…                           prints the public API, one declaration a line
//
// What must have a comment of its own is what stands in a source file of the module. The rest is exempt: what the
// compiler writes (`init(from:)` of a Codable) is in no file, and what the graph repeats for a type that inherits it
// has `::SYNTHESIZED::` in its identifier, and its comment where it was written.

import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable { let spelling: String }
    struct Location: Decodable {
      struct Position: Decodable { let line: Int }
      let uri: String
      let position: Position
    }
    struct Comment: Decodable {
      struct Line: Decodable { let text: String }
      let lines: [Line]
      let uri: String?
    }
    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]
    let location: Location?
    let docComment: Comment?

    var name: String { pathComponents.joined(separator: ".") }
    var isWritten: Bool {
      location != nil && kind.identifier != "swift.extension" && !identifier.precise.contains("::SYNTHESIZED::")
    }
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

extension SymbolGraph.Symbol {
  /// A comment in another file is one of a protocol's requirement, which the graph lends to what fulfils it.
  var hasComment: Bool {
    docComment?.uri == location?.uri && docComment?.lines.contains { !$0.text.allSatisfy(\.isWhitespace) } == true
  }
  var beginsLikeQuestion: Bool {
    let first = docComment?.lines.first?.text.split(separator: " ").first ?? ""
    return ["What", "Who", "How", "Whether", "Where"].contains(first)
  }
  var declaration: String {
    let words = declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace)
    return name + ": " + words.joined(separator: " ")
  }
}

func checkDocumentation(of symbols: [SymbolGraph.Symbol], on landingPage: String) throws -> Bool {
  let topics = try String(contentsOfFile: landingPage, encoding: .utf8).components(separatedBy: "\n## Topics\n")
    .dropFirst().joined()
  var questions: [String] = []
  var complaints: [String] = []
  for symbol in symbols {
    guard let location = symbol.location else { continue }
    let place = "\(URL(string: location.uri)?.path ?? location.uri):\(location.position.line + 1): \(symbol.name)"
    if !symbol.hasComment { complaints.append("\(place) is public and has no comment that says what it is") }
    if symbol.beginsLikeQuestion { questions.append("\(place) has a summary that begins like a question") }
    if symbol.pathComponents.count == 1, !topics.contains("``\(symbol.name)``") {
      complaints.append("\(place) stands in no topic of \(landingPage)")
    }
  }
  // A summary is a sentence or a noun phrase; see STYLE.md. The model code bases have up to 4 % of the others.
  if questions.count * 25 > symbols.count { complaints += questions }
  if symbols.count <= 20 { complaints.append("only \(symbols.count) symbols were found, which cannot be all of them") }
  for complaint in complaints.sorted() { print("documentation: \(complaint)") }
  return complaints.isEmpty
}

func printAPI(of symbols: [SymbolGraph.Symbol], in graphs: [SymbolGraph]) {
  let names = Dictionary(graphs.flatMap(\.symbols).map { ($0.identifier.precise, $0.name) }) { $1 }
  var lines = Set(symbols.map(\.declaration))
  for relationship in graphs.flatMap(\.relationships) where relationship.kind == "conformsTo" {
    guard let source = names[relationship.source],
      let target = names[relationship.target] ?? relationship.targetFallback
    else { continue }
    lines.insert("\(source): conforms to \(target)")
  }
  // What every type conforms to says nothing.
  let common = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"].map { "conforms to " + $0 }
  for line in lines.sorted() where !common.contains(where: line.hasSuffix) { print(line) }
}

var arguments = CommandLine.arguments.dropFirst()
let command = arguments.popFirst()
let landingPage = command == "documented" ? arguments.popFirst() : nil
let graphs = try arguments.map { path in
  try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
}
let symbols = graphs.flatMap(\.symbols).filter(\.isWritten)
if let landingPage {
  exit(try checkDocumentation(of: symbols, on: landingPage) ? 0 : 1)
}
printAPI(of: symbols, in: graphs)
