import NewsReader

/// One run of the program outside a terminal, with all it wrote.
struct CommandRun {
  let code: Int32
  let output: String
  let errors: String

  /// - Parameters:
  ///   - variables: The environment besides the home folder; nil has the folder for data, too.
  ///   - printError: What the output answers to a write.
  @MainActor init(
    _ arguments: [String],
    data folder: TemporaryFolder,
    variables: [String: String]? = nil,
    printError: TerminalError? = nil
  ) async {
    let output = Journal()
    let errors = Journal()
    let console = Console(
      input: -1,
      output: -1,
      print: { text in
        if let printError { throw printError }
        output.note(text)
      },
      complain: { errors.note($0) }
    )
    let variables = variables ?? ["XDG_DATA_HOME": folder.path]
    let environment = variables.merging(["HOME": folder.path]) { $1 }
    let command = NewsReaderCommand(environment: environment, console: console, network: .patient)
    code = await command.run(arguments)
    self.output = output.text
    self.errors = errors.text
  }
}
