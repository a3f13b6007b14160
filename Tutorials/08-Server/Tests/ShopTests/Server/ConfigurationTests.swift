import Foundation
import Testing

/// What the shop is told by its environment and its command line.
@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
  @Test func `the environment configures the shop, and the command line wins`() async throws {
    let folder = try TemporaryFolder()
    let environment = ["SHOP_PORT=0", "SHOP_DATA=\(folder.file("other.sqlite").path)", "SHOP_STOCK=7"]
    let shop = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      environment + [
        RunningShop.program.path, "--data", folder.file("a,b=c").path, "--durability", "process",
      ]
    )
    _ = try await shop.number(after: "The shop is open at http://127.0.0.1:")
    shop.send(SIGTERM)
    #expect(try await shop.exitStatus() == 0)
    #expect(try Books(folder.file("a,b=c")).stock["lamp"] == 7)
  }

  @Test(arguments: [
    (["SHOP_PORT=much"], "SHOP_PORT is a number from 0 to 65535"),
    (["--port", "much"], "--port is a number from 0 to 65535"),
    (["--colour", "red"], "--colour is no option"),
    (["--port"], "--port needs a value"),
    (["--create", "maybe"], "--create is one of no, yes"),
  ])
  func `a value that cannot be is named with its source`(arguments: [String], text: String) async throws {
    let variables = arguments.filter { $0.contains("=") }
    let command = variables + [RunningShop.program.path] + arguments.dropFirst(variables.count)
    let shop = ShopProcess(URL(filePath: "/usr/bin/env"), command)
    #expect(try await shop.exitStatus() == 1)
    #expect(await shop.wholeText() == "shop: \(text). See shop --help.\n")
  }
}
