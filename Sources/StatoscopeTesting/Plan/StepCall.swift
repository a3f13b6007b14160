import Statoscope

/// A step's call as data: its verb, the path to its scope and its arguments, rendered by failures, reports
/// and drawings.
package struct StepCall {
  package let location: CallLocation
  package let verb: Verb
  /// The calls of the `WITH`s around the step, outermost first.
  var within: [StepCall] = []
  /// The child that the step addresses, before all arguments; nil when it addresses the plan's current scope.
  package var child: AnyKeyPath?
  /// The class that `as:` requires, if the child is in a case of a `ScopeEnum`.
  var childType: Any.Type?
  var arguments: [Argument] = []

  /// One argument, with its label in source.
  package enum Argument {
    case keyPath(AnyKeyPath, _ label: String? = nil)
    case type(Any.Type, _ label: String? = nil)
    case value(Any, _ label: String? = nil)
    /// Source text, where a value has no text of its own.
    case code(String, _ label: String?)
    /// A closure, the only argument.
    case closure
  }

  /// Indicates whether the only argument of the step is a closure.
  var isClosure: Bool { if case .closure? = arguments.first { true } else { false } }

  /// Returns the value with a label, or the one without a label.
  func value(_ label: String?) -> Any? {
    for case .value(let value, let found) in arguments where found == label { return value }
    return nil
  }

  /// The key path among the arguments.
  var keyPath: AnyKeyPath? {
    for case .keyPath(let keyPath, _) in arguments { return keyPath }
    return nil
  }

  /// The type among the arguments.
  var type: Any.Type? {
    for case .type(let type, _) in arguments { return type }
    return nil
  }
}

extension StepCall {
  /// The length beyond which a value is shortened in the text of a call.
  private static let longestValue = 80

  /// The call on one line, as in source.
  ///
  /// Complexity: O(size of the values), and of the source file for a key path that cannot describe itself.
  package var text: String {
    if isClosure { return verb.text + " { }" }
    let address: [Argument?] = [child.map { .keyPath($0) }, childType.map { .type($0, "as") }]
    let parts = address.compactMap(\.self) + arguments
    return verb.text + "(" + parts.map(text).joined(separator: ", ") + ")"
  }

  private func text(of argument: Argument) -> String {
    let (label, text): (String?, String) =
      switch argument {
      case .keyPath(let keyPath, nil): (nil, KeyPathText(keyPath, in: self).text)
      case .keyPath(let keyPath, let label): (label, rootedText(of: keyPath))
      case .type(let type, let label): (label, typeName(type) + ".self")
      case .value(let value, let label): (label, StepCall.text(of: value))
      case .code(let code, let label): (label, code)
      case .closure: (nil, "{ }")
      }
    return (label.map { $0 + ": " } ?? "") + text
  }

  /// Returns a key path that begins at a type which its step does not know, as the parameter of an effect does.
  private func rootedText(of keyPath: AnyKeyPath) -> String {
    "\\" + typeName(Swift.type(of: keyPath).rootType) + KeyPathText(keyPath, in: self).text.dropFirst()
  }

  private static func text(of value: Any) -> String {
    if let duration = value as? Duration { return duration.sourceText }
    if let effect = value as? any Effect { return EffectText(effect).text }
    let text = InlineText(value, for: .call).text
    return text.count <= longestValue ? text : shortened(text)
  }

  /// Returns the beginning of a value, such as `.loaded(…)`.
  private static func shortened(_ source: String) -> String {
    if source.hasPrefix("[") { return "[…]" }
    if source.hasPrefix("\"") { return source.prefix(longestValue / 2) + "…\"" }
    let name = source.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return source.dropFirst(name.count).hasPrefix("(") ? name + "(…)" : "…"
  }
}

extension Duration {
  /// The duration in the largest unit in which it is a whole number.
  fileprivate var sourceText: String {
    for (unit, name) in [(Duration.seconds(1), "seconds"), (.milliseconds(1), "milliseconds")] {
      let count = self / unit
      if count == count.rounded(), abs(count) < 1e15 { return ".\(name)(\(Int64(count)))" }
    }
    return ".seconds(\(self / .seconds(1)))"
  }
}

// MARK: Redaction

extension StepCall {
  /// The path from the root to the scope that the step addresses, as far as it is known.
  var scopePath: [StateSegment] {
    (within + [self]).flatMap { call in call.child.flatMap { KeyPathText($0, in: call).segments } ?? [] }
  }

  /// The path to the value of the call, from the root.
  private var valuePath: [StateSegment] {
    scopePath + (keyPath.flatMap { KeyPathText($0, in: self).segments } ?? [])
  }

  /// Checks whether the call refers to a redacted property.
  ///
  /// - Parameter root: the scope at which the path of the call begins.
  func isOfRedactedValue(below root: ScopeNode) -> Bool {
    keyPath != nil && isOfRedactedValue(in: ValueNode(root))
  }

  private func isOfRedactedValue(in state: ValueNode) -> Bool {
    guard keyPath != nil else { return false }
    let path = valuePath
    return path.indices.contains { state.part(at: path[...$0])?.isRedacted == true }
  }

  /// Checks whether the path of the call has an index that its array does not have, at which Swift traps.
  func leadsOutOfList(below root: ScopeNode) -> Bool {
    let (state, path) = (ValueNode(root), valuePath)
    guard let end = path.indices.first(where: { state.part(at: path[...$0]) == nil }) else { return false }
    return path[end].element != nil && state.part(at: path[..<end])?.isList == true
  }

  /// Returns the call without the values that it compares with a redacted property.
  func redacted(below root: ScopeNode) -> StepCall {
    keyPath == nil ? self : redacted(in: ValueNode(root))
  }

  /// Returns the same, given the state of the scope at which the path of the call begins.
  func redacted(in state: ValueNode) -> StepCall {
    guard isOfRedactedValue(in: state) else { return self }
    var call = self
    call.arguments = arguments.map { argument in
      guard case .value(let value, let label) = argument else { return argument }
      return .value(Redacted(wrappedValue: value), label)
    }
    return call
  }
}
