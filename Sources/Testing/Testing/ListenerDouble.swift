import SaybusBus
import SaybusMessages

/// A listening stage that hears nothing and takes every request.
public final class ListenerDouble: Sendable {
    private let tasks: [Task<Void, any Error>]

    /// Takes part in a bus; it is known there when this returns.
    public init(_ test: TestBus) async throws {
        let bus = try test.connect("listen")
        let requests = bus.subscribe(ListenRequest.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let serving = Task {
            for try await request in requests {
                try bus.publish(Receipt(of: ListenRequest.kind), answering: request.header)
            }
        }
        let beating = Task {
            // A stage that does not beat is taken for lost.
            while true {
                try bus.publish(StageStatus(role: "listen", instance: "test", state: .ready, pid: 1, uptimeMs: 1))
                try await Task.sleep(for: .seconds(1))
            }
        }
        tasks = [serving, beating]
        // The broker has it now, and keeps it.
        _ = await statuses.first { $0.body.role == "listen" }
    }

    deinit { for task in tasks { task.cancel() } }
}
