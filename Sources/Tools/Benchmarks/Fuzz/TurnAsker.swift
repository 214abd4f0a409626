import SaybusBus
import SaybusMessages
import Synchronization

/// A client that publishes typed turns one after the other, and waits for the end of each.
final class TurnAsker: Sendable {
    private let bus: Bus
    private let statuses: Subscription<StageStatus>

    /// Subscribes on a bus.
    init(_ bus: Bus) async throws {
        self.bus = bus
        statuses = bus.subscribe(StageStatus.self)
        try await bus.ready(within: .seconds(30))
    }

    /// Waits until each of these roles has a stage that is ready.
    func waitUntilReady(_ roles: Set<Role>) async throws {
        var missing = roles
        for try await status in statuses where status.body.state == .ready {
            missing.remove(status.body.role)
            if missing.isEmpty { return }
        }
    }

    /// Publishes a text as a new turn.
    /// - Returns: The turn's end; nil when it has not ended after this time.
    func ask(_ text: String, in session: Session, within time: Duration) async throws -> TurnEnded? {
        let turn = TurnID()
        // A subscription of its own: a wait that is given up cancels it.
        let ends = bus.subscribe(TurnEnded.self)
        try await bus.ready(within: .seconds(30))
        try bus.publish(
            SpeechTranscript(text: text, engine: "text"), session: session, turn: turn,
            deadline: bus.now + 10_000_000)
        return try await withThrowingTaskGroup(of: TurnEnded?.self) { group in
            group.addTask {
                for try await end in ends where end.header.turn == turn { return end.body }
                return nil
            }
            group.addTask {
                try await Task.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
