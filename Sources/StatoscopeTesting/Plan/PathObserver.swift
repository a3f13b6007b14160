import Statoscope

/// What watches a path of a plan for one concern, such as changes of state that no step asserts.
///
/// A path that nothing watches only performs its steps.
package protocol PathObserver<Root>: AnyObject {
  associatedtype Root: ScopeProtocol

  /// An event is about to be performed.
  func willPerform(_ event: Step<Root>, in run: PathRun<Root>)

  /// A step has found its scope, and is about to send its event; in steps that are repeated, too.
  func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>)

  /// An event was performed, even if it has failed.
  func didSend(_ event: Step<Root>, in run: PathRun<Root>)

  /// An event, a check or an invariant was performed, and the path goes on.
  func didPerform(_ step: Step<Root>, in run: PathRun<Root>)

  /// A step that led to the path was repeated.
  func didRepeat(_ step: Step<Root>, in run: PathRun<Root>)

  /// The settings of the further steps have changed.
  func didChangeSettings(in run: PathRun<Root>)

  /// The last step was performed; effects that the settings discard are discarded next.
  func willEnd(in run: PathRun<Root>)

  /// The path has ended.
  ///
  /// - Parameter reportsPending: whether effects that are still in flight are a failure.
  func didEnd(_ call: StepCall, reportsPending: Bool, in run: PathRun<Root>)
}

extension PathObserver {
  package func willPerform(_ event: Step<Root>, in run: PathRun<Root>) {}
  package func willSend(_ step: Step<Root>, to scope: ScopeNode, in run: PathRun<Root>) {}
  package func didSend(_ event: Step<Root>, in run: PathRun<Root>) {}
  package func didPerform(_ step: Step<Root>, in run: PathRun<Root>) {}
  package func didRepeat(_ step: Step<Root>, in run: PathRun<Root>) {}
  package func didChangeSettings(in run: PathRun<Root>) {}
  package func willEnd(in run: PathRun<Root>) {}
  package func didEnd(_ call: StepCall, reportsPending: Bool, in run: PathRun<Root>) {}
}

/// Draws the scope after each event.
final class Drawing<Root: ScopeProtocol>: PathObserver {
  private let draw: (_ root: Root, _ name: String) throws -> Void

  init(_ draw: @escaping (_ root: Root, _ name: String) throws -> Void) {
    self.draw = draw
  }

  func didPerform(_ step: Step<Root>, in run: PathRun<Root>) {
    guard step.verb.kind.sendsEvent else { return }
    do { try draw(run.root, step.call.text) } catch { run.report(error, of: step) }
  }
}
