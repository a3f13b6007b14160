// The Swift that a page shows is Swift that is compiled.
//
//   snippets           checks every page that shows Swift
//   snippets PAGE…     checks these
//
// Each ```swift block must stand in one Swift file of the page's folder, line for line, but for the indentation of the
// block as a whole. A line that is only "…" or "// …" stands for any number of lines. Lines of the Swift file that end
// in "// Not shown." are left out. What is not to be compiled is fenced ```text, or anything but swift.

import Foundation

/// Where the code of a page is compiled.
func folder(of page: String) -> String? {
  let parts = page.split(separator: "/").map(String.init)
  if page == "README.md" { return "Tests/ReadmeTests" }
  if parts.count == 3, parts[0] == "Tutorials", parts[2] == "README.md" { return "Tutorials/\(parts[1])" }
  if parts.first == "Sources", parts.last == "DebounceAndThrottle.md" { return "Tests/StatoscopeTests/Core/Effects" }
  // Their import in a file of a test target has an effect on all plans of the target.
  if parts.first == "Sources", parts.count > 1, parts[1].hasSuffix("Compatibility") {
    return "Tests/StatoscopeCompatibilityTests"
  }
  if parts.first == "Sources", parts.contains(where: { $0.hasSuffix(".docc") }) { return "Tests/DocumentationTests" }
  return nil
}

/// The files below a folder whose name ends so, in the order of their paths, without those in hidden folders.
func files(below folder: String, endingIn ending: String) -> [String] {
  let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
  return all.filter { path in
    path.hasSuffix(ending) && !path.split(separator: "/").dropLast().contains { $0.hasPrefix(".") }
  }.map { folder == "." ? $0 : folder + "/" + $0 }.sorted()
}

func lines(of path: String) throws -> [String] {
  var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  if lines.last == "" { lines.removeLast() }
  return lines
}

struct Line {
  let file: String
  let number: Int
  let text: String
  let content: Substring
  let indentation: Int

  init(_ text: String, file: String, number: Int) {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = text.lastIndex { !isBlank($0) }.map(text.index(after:)) ?? text.startIndex
    self.text = String(text[..<end])
    self.file = file
    self.number = number
    content = text[..<end].drop(while: isBlank)
    indentation = text[..<end].prefix { $0 == " " }.count
  }

  var isOmission: Bool { content == "…" || content == "// …" }
}

/// The pages of one folder and the code that they show.
struct Checker {
  let page: String
  let place: String
  let code: [Line]
  private(set) var failed = false
  private(set) var blocks = 0

  init(page: String, place: String) throws {
    self.page = page
    self.place = place
    code = try files(below: place, endingIn: ".swift").flatMap { file in
      try lines(of: file).enumerated().map { Line($1, file: file, number: $0 + 1) }
        .filter { !$0.text.hasSuffix("// Not shown.") }
    }
  }

  mutating func check() throws {
    var fence: (language: Substring, start: Int)?
    var block: [Line] = []
    for (index, text) in try lines(of: page).enumerated() {
      let line = Line(text, file: page, number: index + 1)
      if line.content.hasPrefix("```") {
        if fence?.language == "swift" { check(block, start: fence?.start ?? 0) }
        let language = line.content.drop { $0 == "`" }.drop { $0 == " " }
        fence = fence == nil ? (language, line.number) : nil
        block = []
      } else if fence != nil {
        block.append(line)
      }
    }
    if let fence { complain(fence.start, "this block has no end") }
    if !failed { print("snippets: \(page): \(blocks) blocks of Swift are compiled") }
  }

  private mutating func complain(_ line: Int, _ text: String) {
    print("snippets: \(page):\(line): \(text)")
    failed = true
  }

  private mutating func check(_ block: [Line], start: Int) {
    // Empty lines around an omission are for the eye.
    let pieces = block.split(whereSeparator: \.isOmission).compactMap { piece -> ArraySlice<Line>? in
      let piece = piece.drop { $0.text.isEmpty }
      return piece.lastIndex { !$0.text.isEmpty }.map { piece[...$0] }
    }
    if pieces.isEmpty { return complain(start, "an empty Swift block") }
    blocks += 1
    for (number, piece) in pieces.enumerated() {
      let places = code.indices.filter { stands(piece, at: $0, shift: shift(of: piece, at: $0)) }
      if places.isEmpty { return complainOf(piece) }
      guard number == 0 else { continue }
      for place in places where stand(pieces.dropFirst(), below: place + piece.count, shift: shift(of: piece, at: place)) {
        return
      }
    }
    complain(start, "its pieces stand in \(place), but in no one file in this order with this indentation.")
  }

  private func shift(of piece: ArraySlice<Line>, at index: Int) -> Int {
    code[index].indentation - piece[piece.startIndex].indentation
  }

  /// Whether a piece is the code at an index, moved to the right by `shift`.
  private func stands(_ piece: ArraySlice<Line>, at index: Int, shift: Int) -> Bool {
    guard index + piece.count <= code.count, code[index].file == code[index + piece.count - 1].file else { return false }
    return zip(piece, code[index...]).allSatisfy { line, code in
      line.content == code.content && (line.text.isEmpty || code.indentation - line.indentation == shift)
    }
  }

  /// Whether pieces stand one after the other below an index, in the same file.
  private func stand(_ pieces: ArraySlice<ArraySlice<Line>>, below index: Int, shift: Int) -> Bool {
    var index = index
    for piece in pieces {
      let file = code[index - 1].file
      while index < code.count, code[index].file == file, !stands(piece, at: index, shift: shift) { index += 1 }
      guard index < code.count, code[index].file == file else { return false }
      index += piece.count
    }
    return true
  }

  /// Prints which line of a piece differs from the code that is nearest to it.
  private mutating func complainOf(_ piece: ArraySlice<Line>) {
    let first = piece[piece.startIndex]
    let equal = code.indices.map { index in
      zip(piece, code[index...]).count { !$0.text.isEmpty && $0.content == $1.content }
    }
    guard let most = equal.max(), most > 0, let best = equal.firstIndex(of: most) else {
      return complain(first.number, "no line of this stands in a Swift file of \(place):\n    \(first.text)")
    }
    for (offset, line) in piece.enumerated() {
      let found = best + offset < code.count ? code[best + offset] : Line("", file: "", number: 0)
      let isIndented = found.indentation - line.indentation == code[best].indentation - first.indentation
      if line.content == found.content, found.text.isEmpty || offset == 0 || isIndented { continue }
      return complain(
        line.number, "this line is not that of \(code[best].file):\(found.number)\n  - \(line.text)\n  + \(found.text)")
    }
    complain(
      first.number, "its lines stand in \(code[best].file):\(code[best].number), indented otherwise.")
  }
}

var pages = Array(CommandLine.arguments.dropFirst())
if pages.isEmpty {
  pages = try files(below: ".", endingIn: ".md").filter { page in
    try lines(of: page).contains { $0.trimmingCharacters(in: .whitespaces) == "```swift" }
  }
}
var failed = false
for page in pages {
  guard let place = folder(of: page) else {
    print("snippets: \(page) shows Swift, and folder(of:) in .ci/snippets.swift does not say where that is compiled.")
    failed = true
    continue
  }
  guard FileManager.default.fileExists(atPath: place) else {
    print("snippets: \(page) shows Swift, and there is no \(place) where it is compiled.")
    failed = true
    continue
  }
  var checker = try Checker(page: page, place: place)
  try checker.check()
  failed = failed || checker.failed
}
exit(failed ? 1 : 0)
