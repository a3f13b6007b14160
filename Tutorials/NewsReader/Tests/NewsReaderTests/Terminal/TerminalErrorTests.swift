import NewsReader
import Testing

@Suite("Terminal errors")
struct TerminalErrorTests {
  @Test func `a redirected program is reported with a remedy`() {
    #expect(
      "\(TerminalError.notATerminal(descriptor: 1))" == """
        File descriptor 1 is not a terminal. Ask Terminal.isInteractive first and print plain lines if it says \
        no, or run the program without redirecting it.
        """
    )
  }

  @Test func `a failed call is named with its reason`() {
    #expect(
      "\(TerminalError.refused(call: "tcsetattr", code: 1))" == """
        The system refused tcsetattr on the terminal: Operation not permitted (errno 1). Check that the window \
        is still open and that the program runs in the foreground.
        """
    )
  }
}
