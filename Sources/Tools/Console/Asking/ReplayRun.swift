import Foundation
import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusStage

/// A replay of a recording on the console's bus, by `saybus-tap replay`, which is recorded into a file beside it.
struct ReplayRun: Sendable {
    /// The time that a replay may take.
    static let timeout = Duration.seconds(300)
    /// The exit code of a replay in which some turns did not end, or messages could not be played.
    static let incomplete: Int32 = 1
    /// The most bytes of its lines.
    private static let limit = 256 << 10

    /// The program beside this one, or else the one in PATH.
    private static let program: String = {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let path = own.appending(path: "saybus-tap").path
        return access(path, X_OK) == 0 ? path : "saybus-tap"
    }()

    let recording: String
    let output: String
    let start: PageQuestion.ReplayStart
    let turn: TurnID?
    let options: StageOptions

    /// Replays, and returns the program's lines.
    func run() async throws -> (lines: [String], exitCode: Int32) {
        let common = options.common
        var arguments = [
            "replay", recording, "--from", start.rawValue, "--speed", "0", "--record", output,
            "--bus", try common.address().url,
        ]
        if let turn { arguments += ["--turn", "\(turn)"] }
        if let key = common.key { arguments += ["--key", key] }
        if let serverKey = common.serverKey { arguments += ["--server-key", serverKey] }
        switch try await ProcessCommand(Self.program, arguments).capture(limit: Self.limit, timeout: Self.timeout) {
        case .success(let run):
            let lines = (run.output.text + run.errors.text).split(whereSeparator: \.isNewline).map(String.init)
            return (lines, run.termination.shellCode)
        case .failure(let error): throw PageError(.unavailable, "saybus-tap replay: \(error)")
        }
    }
}
