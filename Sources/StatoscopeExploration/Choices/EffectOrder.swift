import Statoscope

/// The order of the pending effects of a scope, in which choices number them and states list them.
///
/// Independent effects in another order are the same state: only those of one type and `id` keep the order in which they
/// were enqueued. Once the app has read the order, it may depend on it, and nothing is left out.
final class EffectOrder {
  /// What effects share whose order counts.
  private struct Group: Hashable {
    let type: ObjectIdentifier
    let id: AnyHashable?
  }

  /// The app has read the order after the search had taken some orders for the same: it has to begin again.
  struct WasRead: Error {}

  /// Indicates whether the app has read the order.
  private var isRead = false
  private var hasReordered = false
  /// Each group's number, in the order in which the search has met them.
  private var numbers: [Group: Int] = [:]

  /// Returns the effects of a scope.
  ///
  /// Complexity: O(n log n).
  func effects(of scope: ScopeNode) -> [PendingEffect] {
    scope.hasPendingEffects ? ordered(scope.pendingEffects) : []
  }

  /// Returns some effects of a scope.
  ///
  /// Complexity: O(n log n).
  func effects(
    of scope: ScopeNode,
    where isIncluded: (_ effect: PendingEffect) -> Bool
  ) -> [PendingEffect] {
    scope.hasPendingEffects ? ordered(scope.pendingEffects.filter(isIncluded)) : []
  }

  private func ordered(_ effects: [PendingEffect]) -> [PendingEffect] {
    guard effects.count > 1, !isRead else { return effects }
    var (numbers, isSorted) = ([number(of: effects[0])], true)
    for (effect, previous) in zip(effects.dropFirst(), effects) {
      // Those that were enqueued one after the other are often of one group, which takes long to look up.
      let last = numbers[numbers.count - 1]
      let number = effect.isLike(previous) ? last : number(of: effect)
      isSorted = isSorted && last <= number
      numbers.append(number)
    }
    guard !isSorted else { return effects }
    hasReordered = true
    return effects.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { effects[$0] }
  }

  /// Records that the app reads the order.
  func read() { isRead = true }

  /// Throws if what was found so far counts orders as the same that the app may tell apart.
  func check() throws(WasRead) {
    guard isRead, hasReordered else { return }
    hasReordered = false
    throw WasRead()
  }

  /// Returns the number that an effect shares with those of its type and `id`.
  func number(of effect: PendingEffect) -> Int {
    let group = Group(type: ObjectIdentifier(type(of: effect.pristine)), id: effect.id)
    if let known = numbers[group] { return known }
    numbers[group] = numbers.count
    return numbers.count - 1
  }
}

extension PendingEffect {
  /// Indicates whether another effect of the same scope is of the same type and `id`.
  fileprivate func isLike(_ other: PendingEffect) -> Bool {
    sharesID(with: other) && type(of: pristine) == type(of: other.pristine)
  }
}
