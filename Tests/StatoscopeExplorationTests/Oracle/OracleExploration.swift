import Statoscope
import StatoscopeExploration
import StatoscopeTesting

/// The exploration of a model by the library.
struct OracleExploration {
  let model: OracleModel
  let replaysPaths: Bool

  /// Explores up to a distance, and keeps what is reported from the test.
  func findings(depth: Int) -> OracleFindings {
    let reporter = FailureReporter { _, _ in }
    let console = ExplorationConsole(
      replaysPaths: replaysPaths,
      now: { .zero },
      write: { _ in }
    )
    return LivingDocumentation.$current.withValue(nil) {
      FailureReporter.$current.withValue(reporter) {
        ExplorationConsole.$current.withValue(console) {
          OracleModel.$current.withValue(model) { explore(depth) }
        }
      }
    }
  }

  private func explore(_ depth: Int) -> OracleFindings {
    do {
      let found =
        model.hasAnnouncingRoot
        ? try plan(for: OracleAnnouncingRoot.self) {
          OracleAnnouncingRoot().injectObject(StateStorage.inMemory())
        }.run(depth: depth)
        : try plan(for: OraclePlainRoot.self) { OraclePlainRoot() }.run(depth: depth)
      return OracleFindings(found, of: model)
    } catch {
      var findings = OracleFindings()
      findings.error = "\(error)"
      return findings
    }
  }

  private func plan<Root: OracleRoot & OracleScope>(
    for _: Root.Type,
    _ make: @escaping () -> Root
  ) -> ExplorationPlan<Root> where Root.When == OracleWhen {
    let model = model
    var plan = EXPLORE {
      let root = make()
      for event in model.given { root.receive(event) }
      return root
    }
    for target in model.targets { plan = adding(eventsOf: target, to: plan) }
    for effectType in OracleEffectType.allCases {
      plan = adding(model.ends[effectType] ?? [], of: effectType, to: plan)
    }
    if let some = model.endsOfSome { plan = adding(some, to: plan) }
    for (index, property) in model.properties.enumerated() {
      plan = adding(property, "p\(index)", to: plan)
    }
    return plan
  }

  private func adding<Root: OracleRoot & OracleScope>(
    eventsOf target: OracleTarget,
    to plan: ExplorationPlan<Root>
  ) -> ExplorationPlan<Root> {
    switch target {
    case .root: plan.EVENTS { events($0) }
    case .one: plan.EVENTS(\.one) { events($0) }
    case .maybe: plan.EVENTS(\.maybe) { events($0) }
    case .row: plan.EVENTS(\.row) { events($0) }
    case .named: plan.EVENTS(\.named) { events($0) }
    case .screenPart: plan.EVENTS(\.screen, as: OraclePart.self) { events($0) }
    case .screenOther: plan.EVENTS(\.screen, as: OracleOther.self) { events($0) }
    case .pathPart: plan.EVENTS(\.path, as: OraclePart.self) { events($0) }
    case .pathOther: plan.EVENTS(\.path, as: OracleOther.self) { events($0) }
    case .inner: plan.EVENTS(\.one.inner) { events($0) }
    case .maybeInner: plan.EVENTS(\.maybe?.inner) { events($0) }
    }
  }

  private func events<Target: OracleScope>(_ scope: Target) -> [Target.When] {
    model.offeredEvents(to: scope).map { Target.When(OracleCall($0)) }
  }

  private func adding<Root: OracleRoot & OracleScope>(
    _ ends: [OracleEnd],
    of effectType: OracleEffectType,
    to plan: ExplorationPlan<Root>
  ) -> ExplorationPlan<Root> {
    guard !ends.isEmpty else { return plan }
    let (yields, values, errors) = (ends.yields, ends.values, ends.errors)
    return switch effectType {
    case .load: plan.EFFECT(OracleLoad.self, completesWith: values, failsWith: errors)
    case .save: plan.EFFECT(OracleSave.self, completesWith: values, failsWith: errors)
    case .feed: plan.EFFECT(OracleFeed.self, yields: yields, completesWith: values, failsWith: errors)
    }
  }

  private func adding<Root: OracleRoot & OracleScope>(
    _ some: OracleEndsOfSome,
    to plan: ExplorationPlan<Root>
  ) -> ExplorationPlan<Root> {
    let values = some.ends.values
    return switch (some.target, some.effectType) {
    case (.one, .load): plan.EFFECT(\.one, OracleLoad.self, completesWith: values)
    case (.one, .feed): plan.EFFECT(\.one, OracleFeed.self, yields: some.ends.yields)
    case (.maybe, .load): plan.EFFECT(\.maybe, OracleLoad.self, completesWith: values)
    case (.row, .load): plan.EFFECT(\.row, OracleLoad.self, completesWith: values)
    case (.row, .feed): plan.EFFECT(\.row, OracleFeed.self, yields: some.ends.yields)
    case (.named, .load): plan.EFFECT(\.named, OracleLoad.self, completesWith: values)
    case (.screenPart, .load):
      plan.EFFECT(\.screen, as: OraclePart.self, OracleLoad.self, completesWith: values)
    case (.pathOther, .load):
      plan.EFFECT(\.path, as: OracleOther.self, OracleLoad.self, completesWith: values)
    default: plan
    }
  }

  private func adding<Root: OracleRoot & OracleScope>(
    _ property: OracleProperty,
    _ name: String,
    to plan: ExplorationPlan<Root>
  ) -> ExplorationPlan<Root> {
    switch property.quantifier {
    case .always: plan.ALWAYS(name) { property.holds(in: $0) }
    case .never: plan.NEVER(name) { property.holds(in: $0) }
    case .reaches: plan.REACHES(name) { property.holds(in: $0) }
    case .alwaysReachable: plan.ALWAYS_REACHABLE(name) { property.holds(in: $0) }
    case .settles: plan.SETTLES(name) { property.holds(in: $0) }
    case .leadsTo: plan.LEADS_TO(name, from: { property.isPremise($0) }, to: { property.holds(in: $0) })
    case .eventually: plan.EVENTUALLY(name) { property.holds(in: $0) }
    case .neverStuck: plan.NEVER_STUCK(name, unless: { property.holds(in: $0) })
    }
  }
}

extension OracleEndsOfSome {
  /// The ends that the exploration's plan can list for some scopes.
  static let all: [OracleEndsOfSome] =
    [OracleTarget.one, .maybe, .row, .named, .screenPart, .pathOther].map {
      OracleEndsOfSome(target: $0, effectType: .load, ends: [.completes(2)])
    } + [OracleTarget.one, .row].map { OracleEndsOfSome(target: $0, effectType: .feed, ends: [.yields(2)]) }
}

extension [OracleEnd] {
  fileprivate var yields: [Int] { compactMap { if case .yields(let element) = $0 { element } else { nil } } }

  fileprivate var values: [Int] { compactMap { if case .completes(let value) = $0 { value } else { nil } } }

  fileprivate var errors: [OracleOffline] {
    compactMap { if case .fails(let code) = $0 { OracleOffline(code: code) } else { nil } }
  }
}
