import Foundation
import SaybusExternalEngines

/// A client of an external program that answers lines of JSON.
///
/// A request is a line `{"text": "…"}` on the program's standard input; the answer is a line on its standard
/// output (`ParseAnswer`).
///
/// The program is started with the first text and keeps running. After an exit, an invalid answer or a timeout
/// it is ended, and started again with the next text.
public final class CommandIntentClient: IntentClient {
    /// The maximum length of an answer in bytes.
    static let maximumLine = 1 << 20

    private let command: [String]
    private let timeout: Duration
    private let queue = BlockingQueue(label: "saybus.command")
    private let process: RestartingProcess

    /// Creates a client of a program.
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - timeout: The time for an answer, including the start of the program.
    public init(_ command: [String], timeout: Duration) {
        (self.command, self.timeout, process) = (command, timeout, RestartingProcess(command))
    }

    /// Asks the program for the meaning of a text.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        try await queue.run { [self] () throws(EngineFailure) in try askNow(text) }
    }

    private func askNow(_ text: String) throws(EngineFailure) -> [ExternalInterpretation] {
        let deadline = ContinuousClock.now + timeout
        let name = command[0]
        return try process.exchange { (stream: inout SocketStream) throws(EngineFailure) -> [ExternalInterpretation] in
            try Self.ask(text, name, &stream, deadline)
        }
    }

    private static func ask(
        _ text: String, _ name: String, _ stream: inout SocketStream, _ deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [ExternalInterpretation] {
        let question = (try? JSONEncoder().encode(["text": text])) ?? Data()
        try stream.send([UInt8](question) + [UInt8(ascii: "\n")], before: deadline)
        return try ParseAnswer.interpretations(Data(try stream.line(limit: maximumLine, before: deadline)), from: name)
    }
}
