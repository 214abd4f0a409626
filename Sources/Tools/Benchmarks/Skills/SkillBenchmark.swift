import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusTesting

/// `saybus-bench skills`: measures the time from an intent to a skill's answer over the bus, with the skill
/// in this process and behind HTTP.
///
/// With sessions also the turns and the memory of that many open sessions of twenty skills in one process.
///
/// The reference paths are a plain subscriber that answers each intent directly, and the same request posted to
/// the same server without a bus.
public struct SkillBenchmark {
    private let turns: Int
    private let sessions: Int
    private static let utterance = "ask bench skill to do it"

    /// Creates a benchmark.
    /// - Parameters:
    ///   - turns: The number of timed turns for each path.
    ///   - sessions: The number of open sessions of the second part, at least 20; 0 leaves it out.
    public init(turns: Int = 300, sessions: Int = 1000) { (self.turns, self.sessions) = (turns, sessions) }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let answer = ResponseEnvelope(
            response: Response(outputSpeech: .ssml("<speak>Done.</speak>"), shouldEndSession: true))
        let body = String(decoding: try answer.json(), as: UTF8.self)
        let server = try WebServer { _ in WebServer.answer(body) }
        let inProcess = ConstantSkill(answer: answer)
        let overHTTP = HTTPSkill(url: server.address)
        let raw = Percentiles(try await overBus(nil))
        let local = Percentiles(try await overBus(inProcess))
        let remote = Percentiles(try await overBus(overHTTP))
        let plain = Percentiles(try await posts(overHTTP))
        var figures: [Figure] = []
        for (name, times) in [
            ("intent to sequence, answered at once (raw)", raw), ("intent to sequence, skill in process", local),
            ("intent to sequence, skill over HTTP", remote), ("request posted and answered (raw)", plain),
        ] {
            figures.append(Figure("\(name), p50", times(0.5), "µs"))
            figures.append(Figure("\(name), p99", times(0.99), "µs"))
        }
        figures.append(Figure("skill in process / raw bus", local(0.5) / raw(0.5), "×"))
        figures.append(Figure("skill over HTTP / (raw bus + raw post)", remote(0.5) / (raw(0.5) + plain(0.5)), "×"))
        if sessions > 0 { figures += try await SkillSessionsBenchmark(sessions: sessions).run() }
        return figures
    }

    /// Returns the times of the same request to the same server without a bus.
    private func posts(_ skill: HTTPSkill) async throws -> [Double] {
        let model = try Self.model()
        let identity = SkillIdentity(applicationID: model.applicationID, userID: "bench", deviceID: "bench")
        var times: [Double] = []
        for turn in -20..<turns {
            var machine = SkillMachine(model: model, session: SkillSession(context: identity.context))
            guard let reading = model.reading(of: Self.utterance, expecting: .call),
                case .post(let envelope) = machine.heard(reading)
            else { break }
            let began = ContinuousClock.now
            _ = try await skill.invoke(envelope)
            if turn >= 0 { times.append((ContinuousClock.now - began) / .microseconds(1)) }
        }
        return times
    }

    /// Returns the times of intents over a bus, answered by a skill, or by a plain subscriber if `skill` is
    /// nil.
    private func overBus(_ skill: (any Skill)?) async throws -> [Double] {
        let temporaryBus = try TemporaryBus()
        let client = try temporaryBus.connect("client", tracking: [SpeechIntent.self])
        let answers = client.subscribe(AudioSequence.self)
        try await client.ready()
        let logger = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
        let app = try Bus(
            at: temporaryBus.address, as: Source(role: .dispatch, instance: "bench")!,
            tracking: ConversationManager.tracking,
            logger: logger)
        let (running, subscribed) = AsyncStream.makeStream(of: Void.self)
        let serving = Task {
            guard let skill else { return try await Self.answerDirectly(app, subscribed) }
            let manager = await ConversationManager(name: "bench-skill")
            let conversation = await SkillConversation(model: try Self.model(), skill: skill, in: manager)
            try await manager.run(on: app, logger: logger) {
                try await app.ready()
                subscribed.finish()
            }
            await conversation.close(.userInitiated)
        }
        for await _ in running {}
        var iterator = answers.makeAsyncIterator()
        var times: [Double] = []
        for turn in -20..<turns {
            let began = ContinuousClock.now
            let intent = SpeechIntent(
                text: Self.utterance,
                hypotheses: [.init(app: "bench-skill", type: "LaunchRequest/DoIntent", confidence: 1)], engine: "bench")
            try client.publish(intent, turn: TurnID(), deadline: WallClock.microseconds() + 10_000_000)
            guard let answer = try await iterator.next() else { break }
            let took = ContinuousClock.now - began
            try client.publish(AudioPlayback(sequence: answer.header.id, state: .finished), answering: answer.header)
            // The first turns are a warm-up.
            if turn >= 0 { times.append(took / .microseconds(1)) }
            try await Task.sleep(for: BusBenchmark.pause)
        }
        serving.cancel()
        _ = await serving.result
        await app.close()
        await client.close()
        return times
    }

    private static func answerDirectly(_ bus: Bus, _ subscribed: AsyncStream<Void>.Continuation) async throws {
        let intents = bus.subscribe(SpeechIntent.self)
        try await bus.ready()
        subscribed.finish()
        for try await intent in intents {
            try bus.publish(
                AudioSequence([.speech(.init("<speak>Done.</speak>", format: .ssml))]), answering: intent.header,
                deadline: WallClock.microseconds() + 10_000_000)
            try bus.publish(TurnEnded(outcome: .handled), answering: intent.header)
        }
    }

    private static func model() throws -> SkillModel {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-bench-\(getpid()).json")
        try Data(
            #"{"languageModel": {"invocationName": "bench skill", "intents": [{"name": "DoIntent", "samples": ["do it"]}]}}"#
                .utf8
        ).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try SkillModel(contentsOf: file.path)
    }
}

/// A skill with a constant answer.
private struct ConstantSkill: Skill {
    let answer: ResponseEnvelope

    func invoke(_ envelope: RequestEnvelope) -> ResponseEnvelope { answer }
}
