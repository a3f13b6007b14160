import Statoscope

/// A scope whose way to its end takes every kind of step; its flows are pasted into a program of their own.
///
/// This file is compiled with them, so it names nothing of the other tests.
public final class Carpentry: Scope {
  /// The path of this file.
  public static let source = #filePath

  public enum Tool: Hashable, Sendable {
    case hammer
    case saw(teeth: Int)
    case other(name: String, Double)
  }

  public struct Size: Hashable, Sendable {
    public var width: Int
    public var height: Int?

    public init(width: Int, height: Int? = nil) {
      (self.width, self.height) = (width, height)
    }
  }

  public enum When: Sendable {
    case open
    case say(String)
    case pick(Tool)
    case resize(Size)
    case lay([Tool?], prices: [String: Int])
    case order
    case ordered(Result<Size, any Error>)
  }

  public private(set) var step = 0
  @Subscope public var chests: [Chest] = []
  @Subscope public var bench: Workbench?

  public func update(_ when: When) throws {
    switch (when, step) {
    case (.open, 0): bench = Workbench()
    case (.say("He said: \"a \\ b\"\n\t🪚 \u{7} #(x) \\(y)"), 1), (.pick(.saw(teeth: 3)), 2): break
    case (.pick(.other(name: "x", 0.5)), 3), (.resize(Size(width: 1, height: nil)), 4): break
    case (.resize(Size(width: 1, height: -2)), 5): break
    case (.lay([.hammer, nil], prices: ["a": 1, "b": 2]), 6): chests = [Chest(), Chest()]
    case (.order, _) where effects.count < 2: return order()
    case (.ordered(.success(Size(width: 1, height: 1))), 7): throw refusal
    case (.ordered(.failure(let error as Broken)), 8) where error == .tooLate(by: 2): break
    case (.ordered, _): return
    default: throw InvalidStateError()
    }
    step += 1
  }

  private var refusal: InvalidStateError {
    step += 1
    return InvalidStateError()
  }

  private func order() {
    effectsState.enqueue(Order().mapToResult().map(When.ordered))
  }
}

public final class Chest: Scope {
  public enum When: Sendable { case pull }
  public private(set) var isOpen = false

  public func update(_ when: When) throws { isOpen = true }
}

public final class Workbench: Scope {
  public enum When: Sendable {
    case paint
    case painted(String)
  }

  public private(set) var colour: String?

  public func update(_ when: When) throws {
    switch when {
    case .paint: effectsState.enqueue(Paint().map(When.painted))
    case .painted(let colour): self.colour = colour
    }
  }
}

public struct Order: Effect, Equatable {
  public init() {}

  public func runEffect() async throws -> Carpentry.Size { Carpentry.Size(width: 0) }
}

public struct Paint: Effect, Equatable {
  public init() {}

  public func runEffect() async throws -> String { "" }
}

public enum Broken: Error, Equatable {
  case tooLate(by: Int)
}
