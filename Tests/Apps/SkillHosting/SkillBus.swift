import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting
import Synchronization
import Testing

/// A skill's host on its own bus, with the real intent stage, and a client that publishes transcripts in several
/// sessions.
final class SkillBus: Sendable {
    let clock = ManualClock()
    let host: ConversationHost
    private let stages: AppBus
    private let listener: ListenerDouble?
    private let running: Task<Void, any Error>

    var test: TestBus { stages.test }
    var recorder: Recorder { stages.recorder }
    var audio: AudioDouble { stages.audio }

    init(
        _ model: SkillModel, _ skill: any Skill, listener: Bool = false, capacity: Int = ConversationHost.capacity
    ) async throws {
        stages = try await AppBus(tracking: [SpeechTranscript.self])
        self.listener = listener ? try await ListenerDouble(stages.test) : nil
        var stage = SkillStage(model: model, skill: skill)
        (stage.clock, stage.capacity) = (clock, capacity)
        let bus = try stages.test.connect(.dispatch, instance: "skill", tracking: ConversationManager.tracking)
        let host = await stage.host(on: bus, logger: TestBus.quiet)
        self.host = host
        running = Task { try await host.run() }
        _ = try #require(await recorder.first(Catalog.self) { !$0.body.commands.isEmpty })
    }

    deinit { running.cancel() }

    /// Ends the host and waits until it has stopped.
    func stop() async {
        running.cancel()
        _ = await running.result
    }

    /// Publishes a text as the transcript of a session. A blank text stands for silence.
    func send(_ text: String, in session: SaybusMessages.Session = .default) throws -> TurnID {
        try stages.send(
            SpeechTranscript(text: text, engine: "text", empty: text.isEmpty ? .silence : nil), in: session)
    }

    /// Publishes a text and waits for the turn's end.
    @discardableResult
    func say(_ text: String, in session: SaybusMessages.Session = .default) async throws -> TurnEnded {
        let turn = try send(text, in: session)
        return try #require(await stages.end(of: turn))
    }

    /// Waits until a text has been spoken the given number of times.
    func waitUntilSpoken(_ text: String, count: Int = 1) async throws {
        let seen = Mutex(0)
        _ = try #require(
            await recorder.first(AudioSequence.self) { message in
                guard message.body.spokenText == text else { return false }
                return seen.withLock { seen in
                    seen += 1
                    return seen >= count
                }
            })
    }
}

extension SkillBus {
    /// Returns the sessions among the given ones whose conversations are in memory.
    func held(of sessions: [SaybusMessages.Session]) async -> [SaybusMessages.Session] {
        await Task { @ConversationActor in sessions.filter(host.holds) }.value
    }
}

/// Returns a session by name.
func session(_ name: String) -> SaybusMessages.Session { SaybusMessages.Session(rawValue: name) ?? .default }

extension ClosureSkill {
    /// The types of the requests so far; for the end of a session, the reason.
    var kinds: [String] {
        requests.map { envelope in
            if case .sessionEndedRequest(let request) = envelope.request { return request.reason.rawValue }
            return envelope.request.intent?.name ?? envelope.request.type
        }
    }

    /// Waits for a matching request.
    func request(_ fits: @escaping @Sendable (RequestEnvelope) -> Bool) async -> RequestEnvelope? {
        for await _ in asked { if let found = requests.first(where: fits) { return found } }
        return nil
    }
}
