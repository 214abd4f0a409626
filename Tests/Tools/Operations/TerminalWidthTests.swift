import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

/// A failure of tmux.
private struct TerminalFailure: Error {
    let report: String
}

/// A terminal of tmux in which a command runs.
private struct TerminalWindow {
    static let tmux = "/usr/bin/tmux"

    /// The lines of the screen, of which those that the terminal broke are joined again.
    let lines: [String]

    /// Runs a command to its end in a terminal of a size.
    init(_ command: [String], columns: Int, rows: Int, in folder: TemporaryFolder) async throws {
        // A server of its own, without the user's settings.
        let server = ["-S", folder.path + "/tmux-\(columns)-\(UUID().uuidString.prefix(8))", "-f", "/dev/null"]
        func tmux(_ arguments: [String]) async throws -> [String] {
            let program = try ProgramUnderTest(Self.tmux, server + arguments, environment: ["LC_ALL": "C.UTF-8"])
            let code = try await program.exitCode()
            guard code == 0 else { throw TerminalFailure(report: program.report) }
            return program.lines()
        }
        let words = command.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
        let signal = "\(Self.tmux) \(server.joined(separator: " ")) wait-for -S done"
        _ = try await tmux([
            "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "sh", "-c", "\(words); \(signal); exec cat",
        ])
        _ = try await tmux(["wait-for", "done"])
        lines = try await tmux(["capture-pane", "-p", "-J"])
        _ = try await tmux(["kill-server"])
    }
}

@Suite("The width of a terminal", .enabled(if: access("/usr/bin/tmux", X_OK) == 0, "tmux is installed"))
struct TerminalWidthTests {
    /// A sentence that is longer than 80 columns.
    private static let problem =
        "the sound file gone.wav is not played: There is no file of this name beside the app, nor in its folder"

    private func stages(_ test: TestBus) async throws -> [StageDouble] {
        let audio = try await StageDouble(.audio, on: test, catalogRevision: "kitchen@9f2c41d07be3a865")
        try audio.update { $0.problem = Self.problem }
        var listen = SupervisedProgram(role: .listen, instance: "listen", state: .waiting, restarts: 4)
        (listen.lastEnd, listen.lastMessage) = ("exit code 69", "saybus-listen: there is no microphone")
        listen.nextStartMs = 8000
        let supervised = [listen]
        let up = try await StageDouble(.up, on: test)
        try up.update { $0.supervises = supervised }
        let dispatch = try await StageDouble(.dispatch, on: test)
        try dispatch.bus.publish(
            Catalog(
                app: "kitchen",
                commands: [
                    .init(
                        type: "Remove", patterns: ["remove something from the shopping list"],
                        summary: "Takes something off the shopping list of this house and its guests.")
                ]))
        return [audio, up, dispatch, try await StageDouble.intent(on: test)]
    }

    @Test(
        "what matters is shown whole at 80 and at 132 columns, and no line is broken", arguments: [(80, 24), (132, 43)])
    func terminal(columns: Int, rows: Int) async throws {
        let test = try TestBus()
        let folder = try TemporaryFolder()
        let stages = try await stages(test)
        for (program, arguments, needs) in [
            (
                "saybus", ["status"],
                [Self.problem, "listen is expected, but absent", "there is no microphone", "ready"]
            ),
            (
                "saybus", ["commands"],
                ["remove something from the shopping list", "off the shopping list of this house and its guests."]
            ),
            ("saybus-tap", ["--kind", "stage.status", "--count", "5"], ["stage.status", "the sound file gone.wav"]),
            ("saybus-tap", ["top", "--once", "--every", "0.2"], ["audio/test", "intent/test", "ready"]),
            ("saybus-tap", ["hz", "--once", "--every", "0.2"], ["messages/s"]),
        ] {
            let window = try await TerminalWindow(
                [ProgramUnderTest.path(of: program)] + arguments + ["--bus", test.address.url], columns: columns,
                rows: rows, in: folder)
            let page = window.lines.joined(separator: " ").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            for text in needs { #expect(page.contains(text), "\(arguments): \(window.lines)") }
            for line in window.lines { #expect(line.count <= columns, "\(arguments): \(line)") }
        }
        for (list, text) in [("engines", "needs a server"), ("models", "a voice: US English, male")] {
            let window = try await TerminalWindow(
                [ProgramUnderTest.path(of: "saybus"), list], columns: columns, rows: rows, in: folder)
            #expect(window.lines.joined(separator: "\n").contains(text), "\(window.lines)")
            for line in window.lines { #expect(line.count <= columns, "\(list): \(line)") }
        }
        withExtendedLifetime(stages) {}
    }

    @Test("without a terminal nothing is left out and nothing is coloured")
    func pipe() async throws {
        let test = try TestBus()
        let stages = try await stages(test)
        let status = try ProgramUnderTest("saybus", ["status", "--bus", test.address.url])
        #expect(try await status.exitCode() == 0)
        let page = status.lines().joined(separator: "\n")
        for text in ["! audio test: \(Self.problem)\n", "kitchen@9f2c41d07be3a865", "malformed"] {
            #expect(page.contains(text), "\(page)")
        }
        #expect(!page.contains("\u{1B}"))
        withExtendedLifetime(stages) {}
    }
}
