import Foundation
import Testing

/// An interactive shell in a terminal of its own, in which a test types: the programs that it starts are its jobs.
///
/// When the session is released, the shell ends, and the system ends its jobs with it.
struct ShellSession: ~Copyable {
  /// What the shell prints when it waits for a command.
  static let prompt = "ready> "

  let terminal: PseudoTerminal
  private let shell: pid_t

  /// - Parameter folder: The home of the shell, in which newsfeed stores its data.
  init(in folder: TemporaryFolder) throws {
    let terminal = try PseudoTerminal()
    try terminal.resize(columns: 80, rows: 24)
    let environment = [
      "HOME": folder.path, "XDG_DATA_HOME": folder.path, "PATH": "/usr/bin:/bin", "TERM": "xterm",
      "PS1": Self.prompt, "NEWSFEED": Self.programs.appending(path: "newsfeed").path,
      // The leak sanitizer would report what a program has at its end.
      "ASAN_OPTIONS": "detect_leaks=0",
      // Built for coverage, a program would write a profile into the folder that the tests run in.
      "LLVM_PROFILE_FILE": "/dev/null",
    ]
    shell = try Self.spawn(["/bin/sh", "-i"], environment, on: terminal.slave)
    _ = terminal.output(upTo: Self.prompt)
    self.terminal = terminal
  }

  deinit {
    kill(shell, SIGKILL)
    while waitpid(shell, nil, 0) < 0, errno == EINTR {}
  }

  /// Types a command, and waits for what it prints.
  ///
  /// - Parameter mark: A text that the command prints, and that is not in the command itself, which the
  ///   terminal shows, too.
  @discardableResult
  func run(_ command: String, until mark: String) throws -> String {
    // A line feed, which is also the end of a line where a stopped program has left the terminal raw.
    try terminal.type("\(command)\n".utf8)
    return terminal.output(upTo: mark)
  }

  /// Starts newsfeed, waits for its list, and returns the number of the process.
  func startNewsfeed() throws -> pid_t {
    // The first mark is in the command that the terminal shows.
    try run(#"sh -c 'echo pid=$$; exec "$NEWSFEED"'"#, until: "pid=")
    _ = terminal.output(upTo: "pid=")
    let number = pid_t(terminal.output(upTo: "\n").trimmingCharacters(in: .whitespacesAndNewlines))
    waitForList()
    return try #require(number)
  }

  /// Waits until the list is drawn, on the alternate screen.
  func waitForList() {
    _ = terminal.output(upTo: "\u{1B}[?1049h")
    // Not on the first screen: that only says that the list is loading.
    _ = terminal.output(upTo: "The ferry runs again")
  }

  /// Waits until the user's own screen is restored, and the shell waits for a command.
  func waitForPrompt() {
    _ = terminal.output(upTo: "\u{1B}[?1049l")
    _ = terminal.output(upTo: Self.prompt)
  }

  /// Continues the stopped job, and waits until it stops again because it wants the terminal.
  func continueInBackground() throws {
    let wait = "until jobs >~/jobs; grep -q Stopped ~/jobs; do sleep 0; done; echo stopped=$?"
    try run("bg; \(wait)", until: "stopped=0")
  }

  private static func spawn(
    _ command: [String],
    _ environment: [String: String],
    on terminal: Int32
  ) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let newSession = POSIX_SPAWN_SETSID
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // The header of the C library shows the name only to GNU programs.
      let newSession: Int32 = 0x80
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // Opened by the first process of a session, it becomes the session's terminal, which job control needs.
    posix_spawn_file_actions_addopen(&actions, 0, String(cString: ttyname(terminal)), O_RDWR, 0)
    for output in [1, 2] as [Int32] { posix_spawn_file_actions_adddup2(&actions, 0, output) }
    // The threads of tests block signals, and test runs may ignore some; a child would inherit both.
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    var settings: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in arguments + settings { free(text) } }
    var number: pid_t = 0
    try #require(posix_spawn(&number, command[0], &actions, &attributes, &arguments, &settings) == 0)
    return number
  }

  /// The folder of the programs that are built with the tests.
  private static var programs: URL {
    #if canImport(Darwin)
      Bundle(for: TemporaryFolder.self).bundleURL.deletingLastPathComponent()
    #else
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #endif
  }
}
