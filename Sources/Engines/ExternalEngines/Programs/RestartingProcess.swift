import Logging
import SaybusStage
import SaybusSupport
import Synchronization

/// A program that keeps running from one exchange to the next. In an exchange something is sent to it, and its answer
/// is read.
///
/// It is started with the first exchange. After a failed exchange it is killed, since its late answer would be taken
/// for that to the next one, and started again with the next exchange. The same holds for a program that has exited, or
/// has written more than an answer, which is logged.
package final class RestartingProcess: Sendable {
    /// The time that a program gets to end after it has closed its connection.
    private static let exitTime = Duration.milliseconds(200)

    private let command: [String]
    private let logger: Logger
    private let process = Mutex<CommandProcess?>(nil)
    /// The number of times that the program has written more than an answer.
    private let excesses = Atomic(0)

    /// Creates a process that is not started yet.
    /// - Parameters:
    ///   - command: The program, a path or a name that is looked up in `PATH`, and its arguments.
    ///   - logger: The logger for restarts because of superfluous lines.
    package init(
        _ command: [String], logger: Logger = Logger(label: "program", factory: { LogStream.handler($0) })
    ) {
        (self.command, self.logger) = (command, logger)
    }

    /// Performs an exchange, and blocks the thread meanwhile.
    /// - Parameter body: Sends to the program, and reads its answer.
    package func exchange<Answer: Sendable>(
        _ body: @Sendable (inout SocketStream) throws(EngineFailure) -> Answer
    ) throws(EngineFailure) -> Answer {
        let result = process.withLock { process in
            Result { () throws(EngineFailure) -> Answer in
                if process != nil, process!.stream.hasInput {
                    if !process!.stream.isClosed {
                        logExcess((try? process!.stream.some(before: .now + Self.exitTime)) ?? [])
                    }
                    process = nil
                }
                if process == nil {
                    process = try CommandProcess(command, standardError: StandardError.shared.descriptor)
                }
                return try body(&process!.stream)
            }
        }
        guard case .failure(let failure) = result else { return try result.get() }
        let ending =
            failure.code == .unreachable ? process.withLock { $0?.ending(before: .now + Self.exitTime) } : nil
        end()
        guard let ending else { throw failure }
        throw EngineFailure(.unreachable, "\(command.first ?? "the program") \(ending) instead of an answer")
    }

    /// Logs what a program has written besides its answer, such as a line for debugging.
    private func logExcess(_ bytes: [UInt8]) {
        let count = excesses.wrappingAdd(1, ordering: .relaxed).newValue
        guard count.isLoggedCount else { return }
        logger.warning(
            "a program wrote more than its answer and is started again",
            metadata: [
                "program": "\(command.first ?? "")",
                "wrote": "\(LogLine.clean(String(decoding: bytes, as: UTF8.self), limit: 80))", "count": "\(count)",
            ])
    }

    /// Kills the program, which is started again with the next exchange.
    package func end() { process.withLock { $0 = nil } }
}
