import Foundation
import ShopClient
import ShopTestSupport
import Testing

/// The files that a machine gets to run the shop.
@Suite(.timeLimit(.minutes(1))) struct DeploymentFilesTests {
  @Test(.enabled(if: hasSystemd, "there is no systemd"), arguments: ["shop.service", "shop@.service"])
  func `systemd accepts the unit`(name: String) async throws {
    let folder = try TemporaryFolder()
    // It looks for the program, too.
    let unit = try text(of: name).replacing("/usr/local/bin/shop", with: RunningShop.program.path)
    try unit.write(to: folder.file(name), atomically: true, encoding: .utf8)
    let verification = ShopProcess(
      URL(filePath: "/usr/bin/systemd-analyze"),
      ["verify", "--man=no", "--recursive-errors=one", folder.file(name).path]
    )
    #expect(try await verification.exitStatus() == 0)
    // Of the unit; it may have something to say of the machine.
    #expect(await !verification.wholeText().contains(folder.url.path))
    #expect(unit.contains("\nRestart=always\n"))
  }

  @Test(arguments: ["shop.env", "Dockerfile"])
  func `each variable is an option of the shop`(name: String) async throws {
    let help = ShopProcess(RunningShop.program, ["--help"])
    #expect(try await help.exitStatus() == 0)
    let options = await help.wholeText()
    let variables = try text(of: name).matches(of: /SHOP_([A-Z_]+)=/).map { String($0.output.1) }
    #expect(variables.count >= 4)
    for variable in variables {
      let option = "  --\(variable.lowercased().replacing("_", with: "-")) "
      #expect(options.contains(option), "SHOP_\(variable) is no option")
    }
  }

  private func text(of name: String) throws -> String {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../deploy/\(name)").standardized
    return try String(contentsOf: file, encoding: .utf8)
  }
}

private let hasSystemd = FileManager.default.isExecutableFile(atPath: "/usr/bin/systemd-analyze")
