import Statoscope
import StatoscopeTesting
import TestSupport
import Testing

/// Two texts, compared line by line.
@Suite struct LineDiffTests {
  /// A diff with all lines, applied: what it leaves of the old text and what it makes of the new one.
  private func sides(_ diff: [String]) -> (old: [String], new: [String]) {
    func lines(without mark: String) -> [String] {
      diff.filter { !$0.hasPrefix(mark) }.map { String($0.dropFirst(2)) }
    }
    return (lines(without: "+ "), lines(without: "- "))
  }

  @Test func `A diff leads from one text to the other`() {
    var random = SplitMix64(seed: 7)
    for length in 0...60 {
      let texts = [0, 1].map { _ in
        (0..<Int.random(in: 0...length, using: &random)).map { _ in "\(Int.random(in: 0...5, using: &random))"
        }
      }
      let found = sides(LineDiff(from: texts[0], to: texts[1], context: 1_000).lines)
      let isEqual = texts[0] == texts[1]
      #expect(found.old == (isEqual ? [] : texts[0]))
      #expect(found.new == (isEqual ? [] : texts[1]))
    }
  }

  @Test func `The fewest lines are marked, removed ones first`() {
    let diff = LineDiff(from: ["a", "b", "c", "d"], to: ["a", "c", "x", "d", "e"])
    #expect(diff.lines == ["  a", "- b", "  c", "+ x", "  d", "+ e"])
    #expect(LineDiff(from: ["a", "b"], to: ["x", "y"]).lines == ["- a", "- b", "+ x", "+ y"])
  }

  @Test func `Texts that differ in most lines are compared by position`() {
    let old = (0..<4_000).map { $0.isMultiple(of: 100) ? "same" : "old \($0)" }
    let new = (0..<4_000).map { $0.isMultiple(of: 100) ? "same" : "new \($0)" }
    let diff = LineDiff(from: old, to: new, context: 1_000).lines
    #expect(sides(diff).old == old)
    #expect(sides(diff).new == new)
    #expect(diff.count { $0 == "  same" } == 40)
  }

  @Test func `A long text is replaced by one of another length`() {
    let old = ["first"] + (0..<300).map { "old \($0)" } + ["last"]
    let new = ["first"] + (0..<400).map { "new \($0)" } + ["last"]
    let diff = LineDiff(from: old, to: new).lines
    #expect(diff.first == "  first")
    #expect(diff.last == "  last")
    #expect(sides(diff).old == old)
    #expect(sides(diff).new == new)
  }
}
