extension AnyEffect.Body {
  /// Returns a body whose results, and whose error, are transformed.
  func transform<NewResult>(
    _ transform: @escaping @Sendable (Result<ResultType, any Error>) throws -> NewResult
  ) -> AnyEffect<NewResult>.Body {
    switch self {
    case .once(let run):
      return .once {
        let end: Result<ResultType, any Error>
        do { end = .success(try await run()) } catch { end = .failure(error) }
        return try transform(end)
      }
    case .stream(let start):
      return .stream {
        let pull = start()
        return {
          let pulled: AnyEffect.Pulled
          // An error ends a stream; its transformation is the last result.
          do { pulled = try await pull() } catch { return .last(try transform(.failure(error))) }
          switch pulled {
          case .element(let result): return .element(try transform(.success(result)))
          case .last(let result): return .last(try transform(.success(result)))
          case .end: return .end
          }
        }
      }
    }
  }

  /// Appends a result at the end, unless the last one is an error or was made of one.
  func appending(_ last: @escaping @Sendable () -> ResultType) -> Self {
    let start = pulls
    return .stream {
      let pull = start()
      return {
        let pulled = try await pull()
        if case .end = pulled { return .last(last()) }
        return pulled
      }
    }
  }

  /// Starts the effect as a stream; a single result is a stream of one element.
  var pulls: @Sendable () -> AnyEffect.Pull {
    switch self {
    case .stream(let start):
      start
    case .once(let run):
      {
        var isDone = false
        return {
          guard !isDone else { return .end }
          isDone = true
          return .element(try await run())
        }
      }
    }
  }
}
