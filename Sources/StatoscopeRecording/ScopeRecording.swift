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

  /// The properties and types of which reflection does not show all, such as `Counter.onTap`: their changes are not in
  /// the recording.
  public let unseen: [String]

  /// Every recorded scope with its state at the beginning of the recording, or at its entry into the tree; the root first.
  public let scopes: [ScopeState]

  /// The moments, in the order in which they began.
  public let moments: [Moment]

  /// One scope and its state.
  public struct ScopeState: Codable, Sendable, Equatable {
    /// The identifier of the scope in the rest of the recording.
    public let id: Int
    /// The scope's type, for people.
    public let type: String
    /// Each stored property as the lines that describe it.
    public internal(set) var fields: [[String]]
    /// The children in each property that holds some.
    package internal(set) var children: [[Child]]
  }

  /// A child of a scope, with the last segment of its key path.
  package struct Child: Codable, Sendable, Equatable {
    package let scope: Int
    /// The segment as source; that of an element of a list lacks the index, which is its place: `rows[]`.
    package let segment: String

    /// Returns the segment of a child at some place in its property.
    func segment(at index: Int) -> String {
      segment.hasSuffix("[]") ? "\(segment.dropLast())\(index)]" : segment
    }
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
    /// It is nil for an effect that started.
    public let position: Int?
    /// The type of an effect that failed or was cancelled, as source; nil if it has no name.
    var type: String?
    /// The failure of an effect as source; nil if it did not fail, or has none.
    var failure: Failure?

    struct Failure: Codable, Equatable {
      let error: String
      /// The position among the effects of the type, the oldest being number one.
      let position: Int
    }
  }

  /// The change of the children of one scope.
  package struct ChildrenEdit: Codable, Sendable, Equatable {
    package let scope: Int
    package let edit: ListEdit<Child>
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
    /// The segments of the key path to the scope; nil if it was in no tree.
    var segments: [String]?
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
    public internal(set) var change: [String] = []
    /// The lines of the scope's state that differ.
    package let fields: [ListEdit<String>]
    /// The changes of the tree.
    package let children: [ChildrenEdit]
    /// The effects that started or ended, in order.
    public let effects: [EffectChange]

    /// The key path to the scope from the root at that moment, as it reads in source.
    ///
    /// Complexity: O(depth).
    public var path: String { segments.map(ScopeTree.keyPath) ?? "(not in the tree)" }
  }
}

extension ScopeRecording.Moment {
  /// Returns the moment with what follows from its edits.
  func completed(by step: Replay.Step?) -> ScopeRecording.Moment {
    var moment = self
    moment.segments = step?.path?.map(\.segment)
    moment.change = step?.change ?? []
    return moment
  }
}
