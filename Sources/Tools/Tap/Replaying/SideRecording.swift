import Foundation
import Glibc
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// A recording beside other work, over a connection of its own.
struct SideRecording: Sendable {
    private let recorder: Recorder
    private let bus: Bus
    private let path: String

    init(path: String, options: BusOptions, logger: Logger) throws {
        guard let source = Source(role: "tap", instance: "record-\(getpid())") else {
            throw StageFailure(.usage, "tap/record-\(getpid()) cannot be a name on the bus")
        }
        let address = try options.address()
        recorder = try Recorder(path: path, bus: address, options: .init(), logger: logger)
        bus = try Bus(at: address, as: source, logger: logger)
        recorder.attach(to: bus)
        self.path = path
    }

    /// Returns when everything that passes from now on will be recorded.
    func begin(within time: Duration) async throws {
        try await bus.ready(within: time)
        recorder.begin()
    }

    /// Ends the recording with everything that passed the broker before this call.
    func finish(within time: Duration) async throws {
        // A barrier comes back after all that was forwarded before it.
        do { try await bus.ready(within: time) } catch is BusError {
            // Without a broker nothing more comes.
        }
        await bus.close()
        let outcome = await recorder.finish(.stopped)
        RecordProgram.printSummary(outcome, path)
        if let failure = outcome.failure { throw failure }
    }

    /// Ends the recording as it is.
    func abandon() async {
        await bus.close()
        _ = await recorder.finish(.failed)
    }
}
