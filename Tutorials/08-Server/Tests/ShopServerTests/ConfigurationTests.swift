import Foundation
import ShopClient
import ShopTestSupport
import Testing

/// What the shop is told by its environment and its command line.
@Suite(.timeLimit(.minutes(1))) struct ConfigurationTests {
  @Test func `the environment configures the shop, and the command line wins`() async throws {
    let folder = try TemporaryFolder()
    let environment = [
      "SHOP_PORT=0", "SHOP_DATA=\(folder.file("other.sqlite").path)", "SHOP_STOCK=7", "SHOP_LOG=notice",
      "SHOP_LOG_FORMAT=json", "SHOP_OPERATOR=", "SHOP_DURABILITY=process",
    ]
    let shop = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      environment + [RunningShop.program.path, "--data", folder.file().path, "--log", "info"]
    )
    let port = try await shop.number(after: "The shop is open at http://127.0.0.1:")
    _ = try await HTTPConnection(port: port).get("/shop.css")
    shop.send(SIGTERM)
    #expect(try await shop.exitStatus() == 0)
    #expect(try folder.names.first == "shop.sqlite")
    #expect(try Books(folder.file()).stock["lamp"] == 7)
    #expect(await shop.wholeText().contains(#""path":"/shop.css""#))
  }

  @Test(arguments: [
    ("SHOP_PORT=much", [], "SHOP_PORT is a number from 0 to 65535"),
    ("SHOP_PORT=1", ["--port", "much"], "--port is a number from 0 to 65535"),
    ("A=1", ["--colour", "red"], "--colour is no option"),
    ("A=1", ["--port"], "--port needs a value"),
    ("A=1", ["--create", "maybe"], "--create is yes or no"),
    ("SHOP_LOG_FORMAT=xml", [], "SHOP_LOG_FORMAT is text or json"),
    (
      "A=1", ["--log", "loud"],
      "--log is trace, debug, info, notice, warning, error or critical"
    ),
    (
      "SHOP_TRUSTED_PROXIES=127.0.0.1,nginx", [],
      "SHOP_TRUSTED_PROXIES has an address or network that is none: nginx"
    ),
  ])
  func `a value that cannot be is named with its source`(
    variable: String,
    arguments: [String],
    text: String
  ) async throws {
    let shop = ShopProcess(
      URL(filePath: "/usr/bin/env"),
      [variable, RunningShop.program.path] + arguments
    )
    #expect(try await shop.exitStatus() == 1)
    #expect(await shop.wholeText() == "shop: \(text). See shop --help.\n")
  }
}
