import Testing

extension Trait where Self == Tag.List {
  /// Marks a test of something that went wrong in the first Statoscope, by its number in the list of lessons.
  public static func lesson(_ number: Int) -> Self {
    precondition(Tag.lessons.indices.contains(number - 1), "there is no lesson \(number)")
    return .tags(Tag.lessons[number - 1])
  }

  /// Marks a test of something that users of another library rely on, or miss there.
  public static func from(_ neighbour: Tag) -> Self { .tags(neighbour) }
}

extension Tag {
  /// AppState, state and dependencies of a whole app.
  @Tag public static var appState: Self
  /// CacheStore, a store of values under keys.
  @Tag public static var cacheStore: Self
  /// The Composable Architecture.
  @Tag public static var composableArchitecture: Self
  /// The dependencies of Point-Free.
  @Tag public static var swiftDependencies: Self
  /// Turnstate, a store in the manner of Redux.
  @Tag public static var turnstate: Self
  /// UserDefaultsSnapshot, snapshots of a schema.
  @Tag public static var userDefaultsSnapshot: Self

  fileprivate static var lessons: [Tag] {
    [
      .lesson1, .lesson2, .lesson3, .lesson4, .lesson5, .lesson6, .lesson7, .lesson8, .lesson9, .lesson10,
      .lesson11, .lesson12, .lesson13, .lesson14, .lesson15, .lesson16, .lesson17, .lesson18,
    ]
  }

  /// An update that threw left its flag set and its effects staged; the next event started them or trapped.
  @Tag fileprivate static var lesson1: Self
  /// Numbers of effects were used again: a late end of a cancelled effect removed the new effect's task.
  @Tag fileprivate static var lesson2: Self
  /// A completion changed the effects' state in the middle of another update.
  @Tag fileprivate static var lesson3: Self
  /// Each event started its effects in an unordered task: one that the next event cancelled was still delivered.
  @Tag fileprivate static var lesson4: Self
  /// An event arrived after `cancelAllEffects` had returned.
  @Tag fileprivate static var lesson5: Self
  /// An effect that threw remained in `effects`.
  @Tag fileprivate static var lesson6: Self
  /// A release cancelled in two unstructured hops, and an injected value inside an effect retained the scope.
  @Tag fileprivate static var lesson7: Self
  /// Nothing said where `send` may be called, the logger was unguarded global state, and the library looked for XCTest.
  @Tag fileprivate static var lesson8: Self
  /// Injected values had their types' unqualified names as keys, and protocols could not be injected.
  @Tag fileprivate static var lesson9: Self
  /// `InjectedWithDefault` ignored the value that was set on it.
  @Tag fileprivate static var lesson10: Self
  /// A getter linked the parent: a look-up before that returned the default.
  @Tag fileprivate static var lesson11: Self
  /// Only the nearest ancestor's middleware ran, and events of tests went around it.
  @Tag fileprivate static var lesson12: Self
  /// An event to a child in a test plan always reset that child's effects.
  @Tag fileprivate static var lesson13: Self
  /// Forks lost the plan's configuration, and a trunk that threw skipped them.
  @Tag fileprivate static var lesson14: Self
  /// A snapshot added a middleware, which dropped every event once the plan was released.
  @Tag fileprivate static var lesson15: Self
  /// Completing the oldest effect broke the next event.
  @Tag fileprivate static var lesson16: Self
  /// Effects of children in arrays were invisible to the check for pending effects.
  @Tag fileprivate static var lesson17: Self
  /// Two effects of one type always failed as too many, and `THEN_NoEnqued…` removed what it found.
  @Tag fileprivate static var lesson18: Self
}
