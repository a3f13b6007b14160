// Reads the symbol graphs of a module, and tells each public symbol that nobody documented or that stands in no topic.
//
//   read LANDING-PAGE.md MODULE.symbols.json…
//
// What must have a comment of its own is what stands in a source file of the module. The rest is exempt: what the
// compiler writes (`init(from:)` of a Codable) is in no file, and what the graph repeats for a type that inherits it
// has `::SYNTHESIZED::` in its identifier, and its comment where it was written.

import Foundation

struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
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
    let location: Location?
    let docComment: Comment?

    var name: String { pathComponents.joined(separator: ".") }
    var isRepeated: Bool { identifier.precise.contains("::SYNTHESIZED::") }
    var isExtension: Bool { kind.identifier == "swift.extension" }
    /// A comment in another file is one of a protocol's requirement, which the graph lends to who fulfils it.
    var isQuestion: Bool {
      let first = docComment?.lines.first?.text.split(separator: " ").first ?? ""
      return ["What", "Who", "How", "Whether", "Where"].contains(first)
    }
    var saysSomething: Bool {
      guard let docComment, docComment.uri == location?.uri else { return false }
      return docComment.lines.contains { !$0.text.allSatisfy(\.isWhitespace) }
    }
  }
  let symbols: [Symbol]
}

let arguments = CommandLine.arguments
let page = try String(contentsOfFile: arguments[1], encoding: .utf8)
let topics = page.components(separatedBy: "\n## Topics\n").dropFirst().joined()
var seen = 0
var questions: [String] = []
var complaints: [String] = []
for path in arguments.dropFirst(2) {
  let graph = try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  for symbol in graph.symbols where !symbol.isRepeated && !symbol.isExtension {
    guard let location = symbol.location else { continue }
    seen += 1
    let file = URL(string: location.uri)?.path ?? location.uri
    let place = "\(file):\(location.position.line + 1): \(symbol.name)"
    if !symbol.saysSomething {
      complaints.append("\(place) is public and has no comment that says what it is")
    }
    if symbol.isQuestion { questions.append("\(place) has a summary that begins like a question") }
    if symbol.pathComponents.count == 1, !topics.contains("``\(symbol.name)``") {
      complaints.append("\(place) stands in no topic of \(arguments[1])")
    }
  }
}
// A summary is a sentence or a noun phrase; see STYLE.md. The model code bases have up to 4 % of the others.
if questions.count * 25 > seen { complaints += questions }
for complaint in complaints.sorted() { print("documentation: \(complaint)") }
guard seen > 100 else {
  print("documentation: only \(seen) symbols were found, which cannot be all of them")
  exit(1)
}
exit(complaints.isEmpty ? 0 : 1)
