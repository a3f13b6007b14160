/// A scope that the tasks of its effects know and do not keep; one for all of them.
///
/// Unchecked and sound: the reference is weak and constant, and what takes the scope from it touches it only on the
/// actor that the scope's tree lives on at that moment.
final class ScopeReference: @unchecked Sendable {
  weak let node: ScopeNode?

  /// Where results go: it follows the tree's home, also when the scope moves to another tree.
  let home = Home()

  init(_ node: ScopeNode) {
    self.node = node
    home.become(node.context.home)
  }
}
