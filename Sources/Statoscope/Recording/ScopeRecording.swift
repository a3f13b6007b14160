/// The tree where a ``ScopeRecorder`` began, and everything that it recorded since.
///
/// It is a value without ties to any scope: it can be kept in a file, sent, compared, and made a flow test
/// (``flowTest(given:)``) or a page (``html(title:)``) of, by another process if need be.
public struct ScopeRecording: Sendable, Equatable {
  /// The form that recordings are encoded in now.
  public static let currentVersion = 1

  /// The form that this recording was encoded in.
  public let version: Int

  /// The type of the scope that was recorded, as it is named in source.
  public let root: String

  /// The number of moments that there was room for.
  public let capacity: Int

  /// The number of moments that made room for later ones; they came before all that is here.
  public let dropped: Int

  /// Every scope that was seen, each with its state where the recording begins, or where it came into the tree.
  public let scopes: [ScopeState]

  /// The tree where the recording begins.
  public let tree: [Place]

  /// The moments, in the order in which they began.
  public let moments: [Moment]

  /// One scope and its state.
  public struct ScopeState: Codable, Sendable, Equatable {
    /// The identifier of the scope in the rest of the recording.
    public let id: Int
    /// The scope's type, for people.
    public let type: String
    /// Each stored property as the lines that describe it.
    public let fields: [[String]]
  }

  /// The place of a scope in the tree.
  public struct Place: Sendable, Equatable {
    /// The scope.
    public let scope: Int
    /// The number of scopes above it.
    public let depth: Int
    let location: ScopeLocation

    /// The key path to it from the root, as it reads in source.
    ///
    /// Complexity: O(depth).
    public var path: String { location.path }
  }

  /// The origin of an event.
  public enum Cause: Codable, Sendable, Equatable {
    /// It was sent from outside of the tree.
    case outside
    /// It was sent by an update, that of the moment with this number, or by a subscriber to it.
    case update(moment: Int)
    /// An effect ended with it or a stream yielded it; the effect has this number where it started.
    case effect(number: Int)
  }

  /// The end of an effect.
  public enum EffectEnd: Codable, Sendable, Equatable {
    /// It ended, with an event or without.
    case completed
    /// It threw an error that nothing maps to an event; its text.
    case failed(String)
    /// It was cancelled, or its scope left the tree.
    case cancelled
  }

  /// An effect that started or ended.
  public struct EffectNews: Codable, Sendable, Equatable {
    /// The number of the effect; it is never used again.
    public let number: Int
    /// The text of the effect.
    public let effect: String
    /// The scope that enqueued it.
    public let scope: Int
    /// The end of the effect; nil when it started.
    public let end: EffectEnd?
  }

  /// A property that has another value.
  public struct FieldChange: Codable, Sendable, Equatable {
    /// Which of the scope's fields.
    public let field: Int
    /// The lines that describe it now.
    public let lines: [String]
  }

  /// One event, or something that changed or ended without one.
  public struct Moment: Sendable, Equatable {
    /// Counted from 1, with those that were dropped.
    public let number: Int
    /// The time since the recorder began.
    public let time: Duration
    /// The scope that it happened to.
    public let scope: Int
    /// The scope's type, for people.
    public let type: String
    let location: ScopeLocation
    /// The event as it reads in source; nil where something changed or ended without one.
    public let event: String?
    /// The event as Swift source that makes it again; nil when it cannot be written so.
    public let source: String?
    /// The origin of the event.
    public let cause: Cause
    /// The text of the error that the update threw.
    public let failure: String?
    /// The change of the scope's state as a diff: `-` before a line that was there, `+` before one that is,
    /// two spaces before one that stayed.
    public let change: [String]
    /// The properties with another value, each as a whole.
    public let fields: [FieldChange]
    /// The effects that started or ended, in order.
    public let effects: [EffectNews]
    /// The tree from now on, where it is another.
    public let tree: [Place]?

    /// The key path to the scope from the root at that moment, as it reads in source.
    ///
    /// Complexity: O(depth).
    public var path: String { location.path }
  }
}
