import Foundation
import Glibc
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// A recording that runs beside a replay, over a connection of its own.
struct SideRecording: Sendable {
    private let recorder: BusRecorder
    private let bus: Bus
    private let path: String

    init(path: String, options: BusOptions, logger: Logger) throws {
        guard let source = Source(role: .tap, instance: "record-\(getpid())") else {
            throw StageFailure(.usage, "tap/record-\(getpid()) cannot be a name on the bus")
        }
        let address = try options.address()
        recorder = try BusRecorder(path: path, bus: address, options: .init(), logger: logger)
        bus = try Bus(at: address, as: source, logger: logger)
        recorder.attach(to: bus)
        self.path = path
    }

    /// Starts the recording. Everything published after the return is recorded.
    func begin(within time: Duration) async throws {
        try await bus.ready(within: time)
        recorder.begin()
    }

    /// Ends the recording once it contains everything that passed the broker before this call.
    func finish(within time: Duration) async throws {
        // The broker returns a barrier after everything that it forwarded before.
        do { try await bus.ready(within: time) } catch is BusError {
            // Without a broker nothing more is received.
        }
        await bus.close()
        let outcome = await recorder.finish(.stopped)
        RecordProgram.printSummary(outcome, path)
        if let failure = outcome.failure { throw failure }
    }

    /// Ends the recording as failed, without waiting for the broker.
    func abandon() async {
        await bus.close()
        _ = await recorder.finish(.failed)
    }
}
