import SaybusBus
import SaybusMessages

/// A listening stage that captures nothing and accepts every request.
public final class ListenerDouble: Sendable {
    private let tasks: [Task<Void, any Error>]

    /// Connects to a bus. The broker retains the stage's status when this returns.
    public init(_ test: TestBus) async throws {
        let bus = try test.connect(.listen)
        let requests = bus.subscribe(ListenRequest.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready()
        let serving = Task {
            for try await request in requests {
                try bus.publish(Receipt(of: ListenRequest.kind), answering: request.header)
            }
        }
        let beating = Task {
            // Without heartbeats the broker would declare the stage lost.
            while true {
                try bus.publish(StageStatus(role: .listen, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
                try await Task.sleep(for: .seconds(1))
            }
        }
        tasks = [serving, beating]
        // The status comes back from the broker, so the broker has retained it.
        _ = await statuses.first { $0.body.role == .listen }
    }

    deinit { for task in tasks { task.cancel() } }
}
