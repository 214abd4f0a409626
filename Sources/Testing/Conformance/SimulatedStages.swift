import SaybusMessages
import Synchronization

/// Simulations of the other stages of the pipeline. They report ready, and answer the messages of the stage under
/// test.
final class SimulatedStages: Sendable {
    /// The source of receipts: as a link, the simulation takes messages for stages of any role, and whoever goes on
    /// with them is elsewhere.
    private static let receiver = Source(role: .link, instance: "conform")!

    private let role: ConformanceRole
    private let isSilent = Mutex(false)

    init(of role: ConformanceRole) { self.role = role }

    /// Whether the simulated stages leave all messages unanswered.
    var areSilent: Bool {
        get { isSilent.withLock { $0 } }
        set { isSilent.withLock { $0 = newValue } }
    }

    /// Returns the statuses of the simulated stages. The run publishes them once a second.
    func statuses(_ connection: RawConnection, uptimeMs: Int) throws -> [RawMessage] {
        let others = [Role.listen, .transcribe, .intent, .dispatch, .audio].filter { $0 != role.busRole }
        return try others.map { role in
            try connection.message(
                StageStatus(
                    role: role, instance: "conform", engine: "conform", state: .ready, pid: 1, uptimeMs: uptimeMs))
        }
    }

    /// Returns the answers of the simulated stages to a message.
    func answers(to message: RawMessage, _ connection: RawConnection) throws -> [RawMessage] {
        let header = message.header
        guard header.source != RawConnection.source, !areSilent else { return [] }
        func answer(_ body: some BusMessage) throws -> RawMessage {
            try connection.message(body, session: header.session, turn: header.turn, causes: [header.id])
        }
        switch header.kind {
        case AudioSequence.kind:
            return try [.queued, .started, .finished].map { try answer(AudioPlayback(sequence: header.id, state: $0)) }
        case SpeechEnded.kind: return [try answer(SpeechTranscript(text: "thank you", engine: "conform"))]
        case SpeechTranscript.kind, SpeechIntent.kind, ListenRequest.kind:
            return [
                try connection.message(
                    Receipt(of: header.kind), session: header.session, turn: header.turn, causes: [header.id],
                    source: Self.receiver)
            ]
        default: return []
        }
    }
}
