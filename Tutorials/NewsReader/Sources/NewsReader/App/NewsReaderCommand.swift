import Foundation
import Statoscope
import StatoscopeRecording

/// The program `newsfeed`, from its arguments to its exit code.
public struct NewsReaderCommand: Sendable {
  private let environment: [String: String]
  private let console: Console
  private let network: Network

  /// Creates a command with the user's folders and terminal.
  public init(
    environment: [String: String] = ProcessInfo.processInfo.environment,
    console: Console = .standard
  ) {
    self.init(environment: environment, console: console, network: .defaultValue)
  }

  /// Creates a command with a source of feeds, too.
  package init(environment: [String: String], console: Console, network: Network) {
    self.environment = environment
    self.console = console
    self.network = network
  }

  /// Runs the program to its end.
  ///
  /// - Parameter arguments: The arguments without the name of the program.
  /// - Returns: 0 for success, 1 if there was nothing to show or something could not be saved, 2 for invalid
  ///   arguments, and 128 and the number of the signal that ended it. Every problem has been reported in one line.
  @MainActor public func run(_ arguments: [String]) async -> Int32 {
    let options: CommandArguments
    do { options = try CommandArguments(arguments) } catch {
      complain("\(error.text) Try 'newsfeed --help'.")
      return 2
    }
    switch options.task {
    case .help: return print(CommandArguments.usage)
    case .version: return print(CommandArguments.version)
    case .read(let source):
      let folder = DataFolder.url(option: options.dataFolder, environment: environment)
      // If the folder cannot be created, the first write reports that.
      try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let storage = StateStorage.file(folder.appendingPathComponent("newsfeed.json", isDirectory: false))
      let feed = NewsFeed(source: source).injectObject(storage).injectObject(network)
        .injectObject(NewsClock.defaultValue)
      let recorder = options.recordFile.map { _ in ScopeRecorder(feed) }
      let isInteractive = Terminal.isInteractive(
        input: console.input,
        output: console.output,
        environment: environment
      )
      let code = await isInteractive ? read(feed) : list(feed)
      guard let recorder, let file = options.recordFile else { return code }
      return write(recorder.recording, to: file) ? code : max(code, 1)
    }
  }

  @MainActor private func read(_ feed: NewsFeed) async -> Int32 {
    let endingSignal: Int32?
    do {
      let rendition = Rendition(environment: environment)
      let terminal = try Terminal(input: console.input, output: console.output, rendition: rendition)
      let reader = Reader(feed: feed, screen: terminal)
      console.divertLog { [weak reader] level, line in reader?.takeLine(level, line) }
      await reader.run()
      endingSignal = terminal.endingSignal
    } catch {
      complain("\(error)")
      return 1
    }
    var code: Int32 = 0
    if case .failed(let reason) = feed.ending {
      code = fail(reason)
    } else if !feed.favourites.unsaved.isEmpty {
      code = fail(feed.favourites.problem ?? "The last favourites were not saved.")
    }
    return endingSignal.map { 128 + $0 } ?? code
  }

  @MainActor private func list(_ feed: NewsFeed) async -> Int32 {
    console.divertLog { _, line in complain(line) }
    feed.send(.userStartedReading)
    await feed.follow { feed.ending == nil && (feed.list.isLoading || !feed.favourites.isSettled) }
    if case .failed(let reason) = feed.ending { return fail(reason) }
    let cut = feed.list.cutAfter.map { "These are the first \($0) articles; the feed has more." }
    for problem in [feed.list.problem, cut, feed.favourites.problem] { if let problem { complain(problem) } }
    return print(PlainList.text(of: feed))
  }

  /// Writes the session's timeline; a failure is reported.
  private func write(_ recording: ScopeRecording, to file: String) -> Bool {
    do {
      try recording.html(title: "newsfeed").write(toFile: file, atomically: true, encoding: .utf8)
      return true
    } catch {
      complain("The timeline could not be written to '\(file)': \(error.localizedDescription)")
      return false
    }
  }

  private func print(_ text: String) -> Int32 {
    do {
      try console.print(text)
      return 0
    } catch TerminalError.refused(_, EPIPE) {
      // The consumer of the output has closed it, as `head` does.
      return 0
    } catch TerminalError.refused(_, let code) {
      return fail("The list could not be written: \(String(cString: strerror(code))).")
    } catch {
      return fail("The list could not be written: \(error)")
    }
  }

  private func fail(_ reason: String) -> Int32 {
    complain(reason)
    return 1
  }

  private func complain(_ text: String) {
    console.complain("newsfeed: \(SafeText.line(text))\n")
  }
}
