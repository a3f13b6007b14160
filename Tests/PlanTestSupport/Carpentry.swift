import Statoscope

/// A scope whose way to its end takes every kind of step; its flows are pasted into a program of their own.
///
/// This file is compiled with them, so it names nothing of the other tests.
package final class Carpentry: Scope {
  /// The path of this file.
  package static let source = #filePath

  package enum Tool: Hashable, Sendable {
    case hammer
    case saw(teeth: Int)
    case other(name: String, Double)
  }

  package struct Size: Hashable, Sendable {
    package var width: Int
    package var height: Int?

    package init(width: Int, height: Int? = nil) {
      (self.width, self.height) = (width, height)
    }
  }

  package enum When: Sendable {
    case open
    case say(String)
    case pick(Tool)
    case resize(Size)
    case lay([Tool?], prices: [String: Int])
    case order
    case ordered(Result<Size, any Error>)
  }

  package private(set) var step = 0
  @Subscope package var chests: [Chest] = []
  @Subscope package var bench: Workbench?

  package func update(_ when: When) throws {
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

package final class Chest: Scope {
  package enum When: Sendable { case pull }
  package private(set) var isOpen = false

  package func update(_ when: When) throws { isOpen = true }
}

package final class Workbench: Scope {
  package enum When: Sendable {
    case paint
    case painted(String)
  }

  package private(set) var colour: String?

  package func update(_ when: When) throws {
    switch when {
    case .paint: effectsState.enqueue(Paint().map(When.painted))
    case .painted(let colour): self.colour = colour
    }
  }
}

package struct Order: Effect, Equatable {
  package init() {}

  package func runEffect() async throws -> Carpentry.Size { Carpentry.Size(width: 0) }
}

package struct Paint: Effect, Equatable {
  package init() {}

  package func runEffect() async throws -> String { "" }
}

package enum Broken: Error, Equatable {
  case tooLate(by: Int)
}
