import Statoscope
import TestSupport
import Testing

/// The counter by which an observer of a tree notices that it has changed.
@Suite struct TreeShapeTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `the shape grows whenever the tree of a scope changes`(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var twigs = (0..<8).map { _ in Twig() }
    for _ in 0..<60 {
      var former: [ObjectIdentifier: (shape: UInt64, text: [String])] = [:]
      for twig in twigs { former[ObjectIdentifier(twig)] = (twig.treeShape, text(of: twig)) }
      change(&twigs, &random)
      for twig in twigs {
        guard let former = former[ObjectIdentifier(twig)], former.text != text(of: twig) else { continue }
        #expect(twig.treeShape > former.shape)
      }
      // Only now: its address may be that of one that was released.
      while twigs.count < 8 { twigs.append(Twig()) }
    }
  }

  /// Moves a root below another one, or removes or reorders others, or releases a root.
  private func change(_ twigs: inout [Twig], _ random: inout SplitMix64) {
    guard let other = twigs.randomElement(using: &random),
      let root = twigs.filter({ $0.tree.parent == nil }).randomElement(using: &random)
    else { return }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: other.removeFromSuperscope()
    case 1: other.list.reverse()
    case 2: twigs.removeAll { $0 === root }
    case 3 where other.tree.root !== root: other.first = root
    case _ where other.tree.root !== root: other.list.append(root)
    default: other.list = []
    }
  }

  /// Each scope of a tree with its position.
  private func text(of twig: Twig) -> [String] {
    var lines: [String] = []
    twig.tree.root.forEachInSubtree {
      lines.append("\(ObjectIdentifier($0)) \(ScopeTree($0).keyPathFromRoot)")
    }
    return lines
  }
}

private final class Twig: Scope {
  enum When { case nothing }
  @Subscope var first: Twig?
  @Subscope var list: [Twig] = []
  func update(_ when: When) throws {}
}
