import Foundation
import SaybusExternalEngines
import SaybusStage
import Synchronization

/// Asks a program: a line `{"text": "…"}` on its standard input, answered by a line on its standard output (``ParseAnswer``).
///
/// The program is started with the first text and goes on living. One that ends, answers nonsense or takes too long is ended,
/// and started anew with the next text.
public final class CommandIntentClient: IntentClient {
    /// The longest answer that is read.
    static let maximumLine = 1 << 20

    private let command: [String]
    private let patience: Duration
    private let queue = BlockingQueue(label: "saybus.command")
    private let process = Mutex<CommandProcess?>(nil)

    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - patience: How long an answer may take, the start of the program with it.
    public init(_ command: [String], patience: Duration) { (self.command, self.patience) = (command, patience) }

    /// Asks the program.
    public func ask(_ text: String) async throws(EngineFailure) -> [ExternalInterpretation] {
        try await queue.run { [self] () throws(EngineFailure) in try askNow(text) }
    }

    private func askNow(_ text: String) throws(EngineFailure) -> [ExternalInterpretation] {
        let deadline = ContinuousClock.now + patience
        let result = process.withLock { process in
            Result { () throws(EngineFailure) in
                if process == nil {
                    process = try CommandProcess(command, standardError: StandardError.shared.descriptor)
                }
                return try Self.ask(text, command[0], &process!.stream, deadline)
            }
        }
        // Whatever it still says is no answer to the next text.
        if case .failure = result { process.withLock { $0 = nil } }
        return try result.get()
    }

    private static func ask(
        _ text: String, _ name: String, _ stream: inout SocketStream, _ deadline: ContinuousClock.Instant
    ) throws(EngineFailure) -> [ExternalInterpretation] {
        let question = (try? JSONEncoder().encode(["text": text])) ?? Data()
        try stream.send([UInt8](question) + [UInt8(ascii: "\n")], before: deadline)
        return try ParseAnswer.readings(Data(try stream.line(limit: maximumLine, before: deadline)), from: name)
    }
}
