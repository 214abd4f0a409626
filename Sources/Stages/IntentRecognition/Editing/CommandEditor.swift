import Foundation
import SaybusExternalEngines
import SaybusSupport

/// An editor that is a program: each transcript is a line on its standard input, the edited one a line on its standard
/// output.
///
/// The program is started with the first transcript and keeps running. After an exit or a timeout it is ended, and
/// started again with the next transcript.
public final class CommandEditor: TranscriptEditor {
    /// Time for an answer, including the start of the program. The user waits for it in each turn.
    public static let defaultTimeout = Duration.seconds(1)
    private static let maximumLine = 16 << 10

    private let timeout: Duration
    private let queue = BlockingQueue(label: "saybus.editor")
    private let process: RestartingProcess

    /// Creates an editor.
    /// - Parameters:
    ///   - command: The program, a path or a name that is looked up in `PATH`, and its arguments.
    ///   - timeout: The time for an answer.
    public init(_ command: [String], timeout: Duration = CommandEditor.defaultTimeout) {
        (process, self.timeout) = (RestartingProcess(command), timeout)
    }

    /// Returns the program's answer to a transcript. An answer without words leaves it as it is.
    public func edit(_ text: String) async throws(EngineFailure) -> String {
        let answer = try await queue.run { [self] () throws(EngineFailure) in try ask(text) }
        let edited = LogLine.clean(String(decoding: answer, as: UTF8.self), limit: ReplacementEditor.maximumLength)
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return edited.isEmpty ? text : edited
    }

    private func ask(_ text: String) throws(EngineFailure) -> [UInt8] {
        let deadline = ContinuousClock.now + timeout
        let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        return try process.exchange { (stream: inout SocketStream) throws(EngineFailure) -> [UInt8] in
            try stream.send(Array(line.utf8) + [UInt8(ascii: "\n")], before: deadline)
            return try stream.line(limit: Self.maximumLine, before: deadline)
        }
    }
}
