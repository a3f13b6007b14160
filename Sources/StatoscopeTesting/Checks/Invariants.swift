import Statoscope

/// The conditions that are checked after each step of a path; one that was violated is not checked any more.
final class Invariants<Root: ScopeProtocol>: PathObserver {
  private struct Invariant {
    let step: Step<Root>
    let check: (Root) throws -> Void
  }

  private var invariants: [Invariant] = []
  /// The steps of the invariants that were violated.
  private(set) var violated: Set<ObjectIdentifier>

  /// - Parameter violated: the steps of those that were violated before the path began.
  init(violated: Set<ObjectIdentifier>) {
    self.violated = violated
  }

  func add(_ step: Step<Root>, _ check: @escaping (Root) throws -> Void) {
    invariants.append(Invariant(step: step, check: check))
  }

  func didPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    let isNew = step.verb.kind == .invariant
    for invariant in isNew ? invariants.suffix(1) : invariants[...] {
      let id = ObjectIdentifier(invariant.step)
      guard !violated.contains(id) else { continue }
      var thrown: String?
      let issues = IssueObserver.issues { thrown = error(of: invariant, at: run.root) }
      guard thrown != nil || !issues.isEmpty else { continue }
      violated.insert(id)
      let after = isNew ? "the steps before it" : "\(step.call.text) at \(step.call.location)"
      run.report(
        FlowFailure.invariantViolated(error: issues.isEmpty ? thrown : nil, after: after),
        of: invariant.step
      )
    }
  }

  /// Checks an invariant, and returns what it throws.
  private func error(of invariant: Invariant, at root: Root) -> String? {
    do { try invariant.check(root) } catch FlowFailure.missingChild, FlowFailure.otherCase {
      // The invariant applies to a child while there is one.
    } catch {
      return FlowFailure.text(ofThrown: error)
    }
    return nil
  }
}
