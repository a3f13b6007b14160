import Foundation

/// The behavior of a scope in addition to its stored part, ``ScopeNode``: its events, and the one method in
/// which its state changes.
public protocol ScopeProtocol<When>: ScopeNode, EventTarget {
  /// Everything that can happen to the scope.
  ///
  /// Declared here again, so that it follows from the parameter of ``update(_:)``.
  associatedtype When

  /// Changes the scope's state for one event, and enqueues the effects that follow from it.
  ///
  /// It is not reentrant: an event sent to a scope that is updating is queued until that update and the start
  /// of its effects are done. No actor is named here, and none need be: events sent from here to other scopes
  /// of the tree use the tree's home.
  /// - Throws: an error when the event is invalid in the current state. Changes made before it stay; effects
  ///   enqueued by this update do not start.
  func update(_ when: When) throws

  /// The event that each scope of the class is sent when it has become a child, once; nil unless declared.
  ///
  /// ```swift
  /// static var whenLinked: When? { .opened }
  /// ```
  /// Its update is the first that may look up injected values: in `init` the scope is in no tree yet. Initial children are
  /// sent it before the first event of their tree, others when the event that has attached them has ended; a root is sent
  /// none. Whether there is one is asked once for each class.
  static var whenLinked: When? { get }
}

extension ScopeProtocol {
  /// No event.
  public static var whenLinked: When? { nil }
}

/// A class that owns a part of the app's state and changes it in one method.
///
/// ```swift
/// final class Counter: Scope {
///   var count = 0
///
///   enum When { case userTappedIncrement }
///
///   func update(_ when: When) throws {
///     switch when {
///     case .userTappedIncrement: count += 1
///     }
///   }
/// }
/// ```
///
/// A scope is not `Sendable` and has no isolation of its own: its creator owns it, be it the main actor,
/// another actor, or a function.
public typealias Scope = ScopeNode & ScopeProtocol

extension ScopeProtocol {
  /// Sets a property to the value that a test or a preview begins with.
  ///
  /// No event is sent, so call it only before the scope is used; afterwards only `update(_:)` changes state.
  ///
  /// ```swift
  /// GIVEN { Counter().set(\.count, 3).set(\.isPaused, true) }
  /// ```
  /// - Returns: this scope, for chaining.
  @discardableResult
  public func set<Value>(_ keyPath: ReferenceWritableKeyPath<Self, Value>, _ value: Value) -> Self {
    self[keyPath: keyPath] = value
    return self
  }

  /// The tree that this scope is in, for people and tools.
  public var tree: ScopeTree { ScopeTree(self) }

  /// Removes this scope from the ``Subscope`` property that holds it: an optional becomes nil, and an element leaves its
  /// array or dictionary.
  ///
  /// A screen can dismiss itself in this way without knowing the scope that shows it. The effect is that of
  /// setting the property: its observers are notified, and the effects of this scope and of all scopes
  /// below it are cancelled.
  ///
  /// ```swift
  /// func update(_ when: When) throws {
  ///   switch when {
  ///   case .userTappedDone: removeFromSuperscope()
  ///   }
  /// }
  /// ```
  /// A scope that no property holds has left, too: its effects are cancelled, and it starts none, as the test of a screen
  /// alone sees it. A property that is not optional cannot lose its scope: that is a programming error, and traps.
  /// Complexity: O(siblings in the same property), or for a root O(scopes below).
  public func removeFromSuperscope() {
    guard let parent = parentNode else { return leaveAsRoot() }
    linkToParent?.remove(self, of: parent)
  }
}

/// A type of event that lists its own names, so that a map of events can show those that no flow test sent.
///
/// An enum that is `CaseIterable` needs no list. One whose cases carry values declares it:
///
/// ```swift
/// extension Counter.When: NamedEvents {
///   static let eventNames = ["userTappedIncrementButton", "loaded"]
/// }
/// ```
public protocol NamedEvents {
  /// The names of all cases, without their associated values.
  static var eventNames: [String] { get }
}

/// The error that an `update` throws for an event that is invalid in the current state.
///
/// ```swift
/// case .userTappedPay:
///   guard !basket.isEmpty else { throw InvalidStateError() }
/// ```
public struct InvalidStateError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The location that threw, as `File.swift:line`.
  public let location: String

  /// Creates an error that names its own location.
  public init(fileID: StaticString = #fileID, line: UInt = #line) {
    location = "\(fileID):\(line)"
  }

  /// All errors are equal, wherever they were thrown: the location is for people.
  public static func == (_: InvalidStateError, _: InvalidStateError) -> Bool { true }

  /// A sentence that names the location of the refusal.
  public var description: String { "the event is invalid in the present state (refused at \(location))" }
}

extension InvalidStateError: LocalizedError {
  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
