extension AnyEffect.Body {
  /// Turns each result, and the error, into something else.
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
        var hasFailed = false
        return {
          guard !hasFailed else { return nil }
          let end: Result<ResultType, any Error>
          do {
            guard let result = try await pull() else { return nil }
            end = .success(result)
          } catch {
            // An error ends a stream; what it is turned into is the last result.
            hasFailed = true
            end = .failure(error)
          }
          return try transform(end)
        }
      }
    }
  }

  /// Adds a result at the end, unless that is an error.
  func appending(_ last: @escaping @Sendable () -> ResultType) -> Self {
    let start = pulls
    return .stream {
      let pull = start()
      var hasEnded = false
      return {
        guard !hasEnded else { return nil }
        if let result = try await pull() { return result }
        hasEnded = true
        return last()
      }
    }
  }

  /// Starts it as a stream; what comes once is a stream of one.
  var pulls: @Sendable () -> AnyEffect.Pull {
    switch self {
    case .stream(let start):
      start
    case .once(let run):
      {
        var isDone = false
        return {
          guard !isDone else { return nil }
          isDone = true
          return try await run()
        }
      }
    }
  }
}
