import Statoscope

/// The tree at the beginning of a ``ScopeRecorder``, and everything recorded since.
///
/// It is a value without references to any scope: it can be stored in a file, sent, compared, and turned into
/// a flow test (``flowTest(given:)``) or a page (``html(title:)``), by another process if need be.
public struct ScopeRecording: Sendable, Equatable {
  /// The version of the format that recordings are encoded in.
  public static let currentVersion = 2

  /// The version of the format that the recording is encoded in.
  public var version: Int { ScopeRecording.currentVersion }

  /// The type of the recorded root scope, as it is named in source.
  public let root: String

  /// The maximum number of moments.
  public let capacity: Int

  /// The number of moments that were discarded at the beginning because the capacity was exceeded.
  public let discarded: Int

  /// Every recorded scope with its state at the beginning of the recording, or at its entry into the tree.
  public let scopes: [ScopeState]

  /// The tree at the beginning of the recording.
  public var tree: [Position] { treeAtStart.positions }

  let treeAtStart: RecordedTree

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

  /// The origin of an event.
  public enum Cause: Codable, Sendable, Equatable {
    /// It was sent from outside of the tree.
    case outside
    /// It was sent by an update, that of the moment with this number, or by a subscriber to it.
    case update(moment: Int)
    /// An effect ended with it or a stream yielded it; the effect has this number where it started.
    case effect(number: Int)
  }

  /// The way an effect ended.
  public enum EffectResult: Codable, Sendable, Equatable {
    /// It ended, with or without an event.
    case completed
    /// It threw an error, with this text, that no map turns into an event.
    case failed(String)
    /// It was cancelled, or its scope left the tree.
    case cancelled
  }

  /// An effect that started or ended.
  public struct EffectChange: Codable, Sendable, Equatable {
    /// The number of the effect, which is never reused.
    public let number: Int
    /// The text of the effect.
    public let effect: String
    /// The scope that enqueued it.
    public let scope: Int
    /// The way the effect ended; nil when it started.
    public let result: EffectResult?
    /// The position of an effect that ended among those of its scope that had started, the oldest being number one.
    ///
    /// It is nil for an effect that started, and in recordings of earlier versions.
    public let position: Int?
  }

  /// A new value of a property.
  public struct FieldChange: Codable, Sendable, Equatable {
    /// The index of the field.
    public let field: Int
    /// The lines that describe it now.
    public let lines: [String]
  }

  /// One event, or a change or an end of an effect without an event.
  public struct Moment: Codable, Sendable, Equatable {
    /// The number of the moment, counted from 1 including discarded ones.
    public let number: Int
    /// The time since the recorder began.
    public let time: Duration
    /// The scope that handled the event.
    public let scope: Int
    /// The scope's type, for people.
    public let type: String
    /// The position of the scope; nil if it was in no tree.
    var position: Position?
    /// The event as it reads in source; nil for a change or an end of an effect without an event.
    public let event: String?
    /// The event as Swift source that creates it; nil when there is none.
    public let source: String?
    /// The origin of the event.
    public let cause: Cause
    /// The text of the error that the update threw.
    public let failure: String?
    /// The change of the scope's state as a diff: `-` before a removed line, `+` before an added one, two
    /// spaces before an unchanged one.
    public let change: [String]
    /// The properties that changed, each as a whole.
    public let fields: [FieldChange]
    /// The effects that started or ended, in order.
    public let effects: [EffectChange]
    var treeAfter: RecordedTree?

    /// The key path to the scope from the root at that moment, as it reads in source.
    ///
    /// Complexity: O(depth).
    public var path: String { path(ofAtMost: .max).text }

    /// The tree from now on, if it has changed.
    public var tree: [Position]? { treeAfter?.positions }

    /// Returns the key path, shortened to its first and last segments if it has more than a limit.
    func path(ofAtMost limit: Int) -> (text: String, isCut: Bool) {
      position?.path(ofAtMost: limit) ?? ("(not in the tree)", false)
    }
  }
}

extension ScopeRecording.FieldChange {
  /// Returns the change as a diff from the lines that described the property before.
  func diff(from before: [String]) -> [String] {
    // The text of a redacted property stays the same when its value changes.
    if before == lines { return RedactedText.diff(ofSame: lines) }
    // Most properties have a single line.
    if before.count == 1, lines.count == 1 { return ["- " + before[0], "+ " + lines[0]] }
    return LineDiff(from: before, to: lines, context: 0, enclosing: true).lines
  }
}
