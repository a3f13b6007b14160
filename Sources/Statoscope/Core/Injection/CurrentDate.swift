import Foundation
import Synchronization

/// The source of the current date, which tests set.
///
/// ```swift
/// @Injected var now: CurrentDate
///
/// func update(_ when: When) {
///   switch when { case .userTappedSave: savedAt = now() }
/// }
/// ```
/// An exhaustive plan refuses the default, the date of the system. Inject a constant one instead:
///
/// ```swift
/// try Note.GIVEN { Note().injectObject(CurrentDate.constant(Date(timeIntervalSince1970: 0))) }
/// ```
public struct CurrentDate: Injectable, Sendable {
  private let date: @Sendable () -> Date

  /// Creates a source of dates.
  ///
  /// - Parameter date: returns the current date; called from any thread.
  public init(_ date: @escaping @Sendable () -> Date) {
    self.date = date
  }

  /// Returns a source whose date is always the same.
  public static func constant(_ date: Date) -> CurrentDate { CurrentDate { date } }

  /// The date of the system.
  public static let defaultValue = CurrentDate { Date() }

  /// Returns the current date.
  public func callAsFunction() -> Date { date() }
}

/// The source of new identifiers, which tests set.
///
/// ```swift
/// @Injected var newID: NewUUID
///
/// func update(_ when: When) {
///   switch when { case .userTappedAdd: items.append(Item(id: newID())) }
/// }
/// ```
/// An exhaustive plan refuses the default, random identifiers. Inject ``counting()`` or ``constant(_:)`` instead. In an
/// exploration, take identifiers from the state, such as the number of items: a counter is state that reflection does not
/// show, so the exploration lists it and is not complete.
public struct NewUUID: Injectable, Sendable {
  /// Not only a closure: an exploration sees that there is a counter.
  private enum Source {
    case closure(@Sendable () -> UUID)
    case counter(UUIDCounter)
  }

  private let source: Source

  /// Creates a source of identifiers.
  ///
  /// - Parameter identifier: returns a new identifier; called from any thread.
  public init(_ identifier: @escaping @Sendable () -> UUID) {
    source = .closure(identifier)
  }

  private init(counter: UUIDCounter) {
    source = .counter(counter)
  }

  /// Returns a source whose identifier is always the same.
  public static func constant(_ identifier: UUID) -> NewUUID { NewUUID { identifier } }

  /// Returns a source that counts: `00000000-0000-0000-0000-000000000000`, and so on, up to `…-FFFFFFFFFFFF`.
  public static func counting() -> NewUUID { NewUUID(counter: UUIDCounter()) }

  /// Random identifiers.
  public static let defaultValue = NewUUID { UUID() }

  /// Returns a new identifier.
  public func callAsFunction() -> UUID {
    switch source {
    case .closure(let identifier): identifier()
    case .counter(let counter): counter.next()
    }
  }
}

private final class UUIDCounter: Sendable {
  private let count = Atomic<UInt64>(0)

  func next() -> UUID {
    let number = count.add(1, ordering: .relaxed).oldValue
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)))
  }
}
