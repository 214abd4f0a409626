import ArgumentParser
import SaybusOperations
import SaybusStage

/// `saybus launch`: how `saybus up` starts its programs; see `ChildLauncher`.
struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ChildLauncher.command, abstract: "Becomes a program that ends with its parent.",
        shouldDisplay: false)

    @Option(help: "The process to end with.")
    var parent: Int32

    @Argument(parsing: .postTerminator, help: "The program's path and its arguments.")
    var command: [String] = []

    func run() async throws {
        try await reportingFailure("saybus launch") { try ChildLauncher.become(command, parent: parent) }
    }
}
