import ArgumentParser
import SaybusOperations
import SaybusStage

/// The hidden `saybus launch` command, with which `saybus up` starts programs that end with it; see
/// `ChildLauncher`.
struct LaunchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ChildLauncher.command, abstract: "Runs a program that is killed when its parent process ends.",
        shouldDisplay: false)

    @Option(help: "The id of the parent process.")
    var parent: Int32

    @Argument(parsing: .postTerminator, help: "The program's path and its arguments.")
    var command: [String] = []

    func run() async throws {
        try await reportingFailure("saybus launch") { try ChildLauncher.become(command, parent: parent) }
    }
}
