import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting

/// A shell that runs the commands of a page of the documentation, in a folder and on a bus of its own.
///
/// The commands are run as they stand, but for the names of other machines and for fixed ports, which ``replacements``
/// names: a test has machines and ports of its own.
struct PageShell {
    let folder: TemporaryFolder
    let address: BusAddress
    /// The names of other machines and the ports in the page, with what stands for them here.
    var replacements: [(String, String)] = []
    /// Functions of the shell that stand for commands of the page.
    var functions: [String] = []
    private let page: String

    /// Reads a page.
    init(_ path: String) throws {
        page = try String(contentsOf: PackageFolder.containing().appending(path: path), encoding: .utf8)
        (folder, address) = (try TemporaryFolder(), try TestBus.freshAddress())
        // Commands name files of the project, such as deploy/examples/kitchen.yaml.
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("deploy"),
            withDestinationPath: PackageFolder.containing().appending(path: "deploy").path(percentEncoded: false))
    }

    /// A page that does not have what a test runs.
    struct Missing: Error { let text: String }

    /// Returns the block of shell that contains a text.
    func block(_ text: String, language: String = "sh") throws -> String {
        let blocks = page.matches(of: try Regex("(?ms)^```\(language)\n(.*?)^```")).compactMap {
            $0.output[1].substring.map(String.init)
        }
        guard let block = blocks.first(where: { $0.contains(text) }) else { throw Missing(text: text) }
        return block
    }

    /// Returns whether the page shows a line.
    func shows(_ line: String) -> Bool { page.contains("\n\(line)\n") }

    /// Returns a command that stands between backticks, after checking that it does.
    func inline(_ command: String) throws -> String {
        guard page.contains("`\(command)`") else { throw Missing(text: command) }
        return command
    }

    /// Starts commands. What they start ends with the returned program.
    func run(_ commands: String) throws -> ProgramUnderTest {
        var commands = commands
        for (old, new) in replacements { commands = commands.replacing(old, with: new) }
        let script = (["cd '\(folder.path(""))'"] + functions + [commands, "wait"]).joined(separator: "\n")
        let path = "\(ProgramUnderTest.directory):\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin")"
        return try ProgramUnderTest(
            "/bin/bash", ["-c", script],
            environment: ["PATH": path, "SAYBUS_BUS": address.url, "SAYBUS_STATE": folder.path("state")])
    }

    /// Connects to the bus of the commands.
    func connect() throws -> Bus {
        guard let source = Source(role: .tap, instance: "test") else { throw Missing(text: "tap/test") }
        return try Bus(at: address, as: source, logger: TestBus.quiet)
    }
}
