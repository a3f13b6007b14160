import Statoscope
import TestSupport
import Testing

/// What maps make of an effect's end, and what they leave of the effect.
@Suite struct EffectMappingTests {
  @Test func `map transforms the value`() async throws {
    #expect(try await Number(value: 3).map { $0 * 2 }.map { "\($0)" }.runEffect() == "6")
  }

  @Test func `map passes errors on`() async {
    await #expect(throws: Offline.self) { try await Number(value: nil).map { $0 * 2 }.runEffect() }
  }

  @Test func `an error that a map throws is the effect's error`() async {
    await #expect(throws: Offline.self) {
      try await Number(value: 3).map { _ -> Int in throw Offline() }.runEffect()
    }
  }

  @Test func `mapToResult makes the error part of the value`() async throws {
    #expect(try await Number(value: 3).mapToResult().runEffect().get() == 3)
    let failed = try await Number(value: nil).mapToResult().runEffect()
    #expect(throws: Offline.self) { try failed.get() }
  }

  @Test func `mapToResultWithError transforms the error`() async throws {
    let end = try await Number(value: nil).mapToResultWithError { Wrapped(text: "\($0)") }.runEffect()
    #expect(end == .failure(Wrapped(text: "Offline()")))
    let done = try await Number(value: 3).mapToResultWithError { Wrapped(text: "\($0)") }.runEffect()
    #expect(done == .success(3))
  }

  @Test func `mapToResultWithErrorType makes errors of other types unknown`()
    async throws
  {
    let unknown = try await Number(value: nil).mapToResultWithErrorType(Known.self).runEffect()
    #expect(unknown == .failure(.unknownError))
    let known = try await AnyEffect<Int> { throw Known.offline }.mapToResultWithErrorType(Known.self)
      .runEffect()
    #expect(known == .failure(.offline))
  }

  @Test func `the pristine effect is available under every map`() {
    let mapped = Number(value: 3).map { $0 + 1 }.mapToResult().map { "\($0)" }.eraseToAnyEffect()
    #expect(mapped.pristine as? Number == Number(value: 3))
    #expect(mapped.pristineIs(Number.self))
    #expect(!mapped.pristineIs(AnyEffect<String>.self))
    #expect(mapped.pristineEquals(Number(value: 3)))
    #expect(!mapped.pristineEquals(Number(value: 4)))
  }

  @Test func `an effect whose type was erased is the pristine one`() async throws {
    let erased = AnyEffect(Number(value: 3))
    #expect(erased.pristineEquals(Number(value: 3)))
    #expect(try await erased.runEffect() == 3)
  }

  @Test func `an effect made of a closure runs it`() async throws {
    #expect(try await AnyEffect { 7 }.runEffect() == 7)
  }

  @Test func `an effect starts on the actor of its caller`() async throws {
    try await onTheMainActor()
  }

  @MainActor private func onTheMainActor() async throws {
    let isThere = try await AnyEffect { () -> Bool in
      MainActor.assertIsolated()
      return true
    }
    .map { value in
      MainActor.assertIsolated()
      return value
    }
    .runEffect()
    #expect(isThere)
  }
}
private struct Wrapped: Error, Equatable { let text: String }

private enum Known: EffectError, Equatable {
  case offline
  case unknownError
}

private struct Number: Effect, Equatable {
  let value: Int?
  func runEffect() async throws -> Int {
    guard let value else { throw Offline() }
    return value
  }
}
