import Statoscope

extension FlowSteps {
  /// Ends one of several effects of a type with a value, the oldest being number one.
  ///
  /// ```swift
  /// .WHEN_EffectCompletes(LoadArticle.self, number: 2, with: article)
  /// ```
  @discardableResult
  public func WHEN_EffectCompletes<E: Effect>(
    _ effect: E.Type,
    number: Int,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_EffectCompletes", effect, number, at: site) { subject, found in
      try subject.endEffect(found, ofPristine: .success(value))
    }
  }

  /// Ends one of several effects of a type with an error, the oldest being number one.
  @discardableResult
  public func WHEN_EffectFails<E: Effect>(
    _ effect: E.Type,
    number: Int,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_EffectFails", effect, number, at: site) { subject, found in
      try subject.endEffect(found, ofPristine: .failure(error))
    }
  }

  /// Lets one of several streams of a type yield an element, the oldest being number one.
  @discardableResult
  public func WHEN_StreamYields<E: StreamEffect>(
    _ effect: E.Type,
    number: Int,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_StreamYields", effect, number, at: site) { subject, found in
      try subject.yieldElement(element, of: found)
    }
  }

  /// Ends an effect with a value whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_EffectCompletes_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int = 1,
    with value: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_EffectCompletes_Throws", effect, number, at: site, mustThrow: true) {
      subject,
      found in
      try subject.endEffect(found, ofPristine: .success(value))
    }
  }

  /// Ends an effect with an error whose event the scope refuses, or that nothing maps to an event: it must throw.
  @discardableResult
  public func WHEN_EffectFails_Throws<E: Effect>(
    _ effect: E.Type,
    number: Int = 1,
    with error: any Error,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_EffectFails_Throws", effect, number, at: site, mustThrow: true) { subject, found in
      try subject.endEffect(found, ofPristine: .failure(error))
    }
  }

  /// Lets a stream yield an element whose event the scope refuses: the update must throw.
  @discardableResult
  public func WHEN_StreamYields_Throws<E: StreamEffect>(
    _ effect: E.Type,
    number: Int = 1,
    _ element: E.ResultType,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws -> Self {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return ending("WHEN_StreamYields_Throws", effect, number, at: site, mustThrow: true) { subject, found in
      try subject.yieldElement(element, of: found)
    }
  }

  private func ending<E: Effect>(
    _ verb: String,
    _ effect: E.Type,
    _ number: Int,
    at site: CallSite,
    mustThrow: Bool = false,
    _ end: @escaping (_ subject: Subject, _ generation: UInt64) throws -> Void
  ) -> Self {
    let name = typeName(effect)
    let words = { "\(verb)(\(name).self, number: \(number))" }
    return event(site, words, on: position.focus) { subject, run in
      let underWay = subject.effectNotes
      guard let found = underWay.filter({ $0.pristine is E }).dropFirst(number - 1).first else {
        let wanted = number == 1 ? "of type \(name)" : "number \(number) of type \(name)"
        throw FlowFailure.effectNotFound(wanted: wanted, diff: [], underWay: underWay.map(\.text))
      }
      guard found.hasStarted else {
        throw FlowFailure.effectWaits(effect: EffectText(found.pristine).text, underWay: underWay.map(\.text))
      }
      run.namesEffect(found.generation, of: subject)
      let thrown: (any Error)?
      do {
        try end(subject, found.generation)
        thrown = nil
      } catch { thrown = error }
      switch (thrown, mustThrow) {
      case (let error?, false):
        throw FlowFailure.effectEndThrew(effect: EffectText(found.pristine).text, error: "\(error)")
      case (nil, true):
        throw FlowFailure.effectEndDidNotThrow(effect: EffectText(found.pristine).text)
      default: break
      }
    }
  }
}
