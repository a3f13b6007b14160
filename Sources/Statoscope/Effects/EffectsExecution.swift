import Synchronization

/// The way in which a tree treats the effects that its scopes enqueue: it starts them, or only lists them.
///
/// It is injected like any other value, so it holds for a scope and for all below it:
///
/// ```swift
/// root.injectObject(EffectsExecution.enqueueOnly)
/// ```
public enum EffectsExecution: Injectable, Sendable, Hashable {
  /// Effects start when the update that enqueued them is over.
  case live
  /// Effects are listed but never start: a test ends them by hand.
  case enqueueOnly

  /// Effects start unless another value is injected.
  public static var defaultValue: EffectsExecution {
    isEnqueueOnlyByDefault.load(ordering: .relaxed) ? .enqueueOnly : .live
  }

  /// True: a plan says itself whether effects start.
  public static var isDefaultForTests: Bool { true }

  /// Set by a deprecated name only; nothing in the library does.
  static let isEnqueueOnlyByDefault = Atomic(false)
}

extension ScopeNode {
  /// Whether effects of this scope are listed and never start.
  ///
  /// Complexity: O(depth).
  final var listsEffectsOnly: Bool {
    (injectedValue(for: EffectsExecution.self) ?? .defaultValue) == .enqueueOnly
  }
}
