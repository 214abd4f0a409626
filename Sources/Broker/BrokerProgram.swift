import Bus
import Foundation
import Logging
import Stage
import UnixSignals

/// The broker as a process: serves until SIGTERM or SIGINT.
public struct BrokerProgram: Sendable {
    private let bus: String?
    private let insecure: Bool
    private let logLevel: Logger.Level

    /// A program with its options.
    public init(bus: String?, insecure: Bool, logLevel: Logger.Level) {
        (self.bus, self.insecure, self.logLevel) = (bus, insecure, logLevel)
    }

    /// Serves to the end.
    public func run() async throws {
        let started = ContinuousClock.now
        var logger = Logger(label: "broker", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = logLevel
        // Before the ready line: who reads it may send a signal at once.
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        let broker: Broker
        do {
            broker = try Broker(at: BusAddress.chosen(bus), insecure: insecure, logger: logger)
        } catch let error as BrokerError {
            throw StageFailure(error.code == .insecure ? .usage : .unavailable, error.reason)
        }
        if insecure, broker.address.directory == nil {
            logger.warning("serving without keys: whoever reaches the port hears and says everything")
        }
        let time = ContinuousClock.now - started
        let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
        let line = "ready role=broker instance=broker bus=\(broker.address) after=\(milliseconds)ms\n"
        FileHandle.standardError.write(Data(line.utf8))
        for await _ in signals { break }
        broker.close()
    }
}
