import Synchronization

/// A tree's treatment of the effects that its scopes enqueue: they start, or are only listed.
///
/// It is injected like any other value, so it applies to a scope and to all scopes below it:
///
/// ```swift
/// root.injectObject(EffectsExecution.enqueueOnly)
/// ```
public enum EffectsExecution: Injectable, Sendable, Hashable {
  /// Effects start when the update that enqueued them has returned.
  case live
  /// Effects are listed but never start: a test ends them by hand.
  case enqueueOnly

  /// Effects start unless another value is injected.
  public static var defaultValue: EffectsExecution {
    isEnqueueOnlyByDefault.load(ordering: .relaxed) ? .enqueueOnly : .live
  }

  /// True: a plan decides itself whether effects start.
  public static var isDefaultForTests: Bool { true }

  /// Set only by a deprecated name.
  package static let isEnqueueOnlyByDefault = Atomic(false)
}

extension ScopeNode {
  /// Indicates whether effects of this scope are listed and never start.
  ///
  /// Complexity: O(depth).
  final var listsEffectsOnly: Bool {
    (nearestValue(under: ObjectIdentifier(EffectsExecution.self))?.value(as: EffectsExecution.self)
      ?? .defaultValue)
      == .enqueueOnly
  }
}
