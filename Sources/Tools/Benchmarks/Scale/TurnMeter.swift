import SaybusBus
import SaybusMessages

/// A publisher of transcripts on a bus of its own, and a record of the outcome of each.
struct TurnMeter: Sendable {
    let pipeline: TemporaryBus
    let stages: StageMonitor
    let tracker = ScaleTurnTracker()
    private let bus: Bus
    private let following: Task<Void, any Error>
    private let counting: Task<Void, Never>
    private let watching: Task<Void, Never>

    /// The time that counts as a command's.
    enum CommandTime: Sendable {
        /// The time of publication, by the dispatcher's clock.
        case published
        /// The time of arrival here, so that one clock reads both times of a turn.
        case received
    }

    /// Starts a broker and subscribes to commands and ends of turns.
    init(until commandTime: CommandTime) async throws {
        pipeline = try TemporaryBus()
        let bus = try pipeline.connect("speaker", tracking: [SpeechTranscript.self])
        let stages = StageMonitor(bus)
        let messages = bus.subscribe(to: [CommandInvoked.self, TurnEnded.self], buffer: 65_536)
        try await bus.ready()
        watching = Task { [tracker] in await tracker.watch() }
        following = Task { try await stages.follow() }
        counting = Task { [tracker] in
            for await case .message(let message) in messages {
                var header = message.header
                if commandTime == .received { header.at = bus.now }
                tracker.record(header)
            }
        }
        (self.bus, self.stages) = (bus, stages)
    }

    /// Waits until a number of stages that need the app's phrases are ready and know them.
    func waitForCatalog(stages count: Int) async throws {
        try await stages.wait("the stages to be ready and to know the catalog") { statuses in
            statuses.values.count { $0.state == .ready && $0.catalogRevision != nil } == count
        }
    }

    /// Publishes a transcript that the app understands.
    func publish(_ session: Session) throws {
        let turn = TurnID()
        tracker.begin(turn)
        tracker.setPublished(turn, at: bus.now)
        try bus.publish(SpeechTranscript(text: TemporaryBus.sentence, engine: "text"), session: session, turn: turn)
    }

    /// Publishes transcripts at a steady rate, round-robin over the sessions, and waits until their turns have ended.
    func publish(_ turns: Int, each second: Int, in sessions: [Session]) async throws {
        var next = ContinuousClock.now
        for number in 0..<turns {
            try publish(sessions[number % sessions.count])
            next += .microseconds(1_000_000 / second)
            try await Task.sleep(until: next, clock: .continuous)
        }
        try await tracker.waitUntil(open: 0)
    }

    /// Ends the stages and the connection.
    func end(_ programs: [BenchmarkProgram]) async {
        for program in programs { program.terminate() }
        for program in programs { await program.ended() }
        cancel()
        await bus.close()
    }

    /// Ends the reading of messages; to be called also when a run fails.
    func cancel() {
        following.cancel()
        counting.cancel()
        watching.cancel()
    }
}
