extension ScopeNode {
  /// Logs a look-up that fell back to the default of a type: the first one of its tree as an error, unless it
  /// is deliberate.
  ///
  /// A plan or an exploration handles defaults itself, so all of its tree's are deliberate.
  final func logDefault(of type: Any.Type, isMeant: Bool) {
    guard !isMeant, StatoscopeLogger.isEnabled(.errors), context.hookCounts.defaultValues == 0 else {
      return logMeantDefault(of: type)
    }
    guard context.loggedDefaults.insert(ObjectIdentifier(type)).inserted else { return }
    guard !listsEffectsOnly else { return logMeantDefault(of: type) }
    StatoscopeLogger.log(.errors) {
      let name = Statoscope.typeName(type)
      return """
        \(logName) looked up \(name), found none, and got \(name).defaultValue. Inject a value at the root with \
        injectObject(_:), even if it is the default, or write @Injected(default:) for a deliberate default.
        """
    }
  }

  private func logMeantDefault(of type: Any.Type) {
    StatoscopeLogger.log(.injection) {
      "\(logName) looked up \(Statoscope.typeName(type)), found none, and got the default"
    }
  }
}
