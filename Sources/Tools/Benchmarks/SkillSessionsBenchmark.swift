import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusInteractionModels
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusStage
import SaybusTesting

/// The part of `saybus-bench skills` about many conversations: a thousand open sessions of twenty skills in one process,
/// and a skill that takes seconds to answer beside them.
struct SkillSessionsBenchmark {
    /// The number of skills, each with its share of the sessions.
    static let skills = 20
    /// The number of conversations with an open session.
    static let sessions = 1000
    /// The time that the slow skill takes.
    static let delay = Duration.seconds(7)

    /// Returns the measured figures.
    func run() async throws -> [Figure] {
        let temporaryBus = try TemporaryBus()
        let client = try temporaryBus.connect("client", tracking: [SpeechIntent.self])
        let answers = client.subscribe(AudioSequence.self)
        let catalogs = client.subscribe(Catalog.self)
        try await client.ready()
        let logger = Logger(label: "bench", factory: { _ in SwiftLogNoOpLogHandler() })
        var running: [Task<Void, any Error>] = []
        var buses: [Bus] = []
        for number in 0..<Self.skills {
            let bus = try Bus(
                at: temporaryBus.address, as: Source(role: "dispatch", instance: "skill-\(number)")!,
                tracking: ConversationManager.tracking, logger: logger)
            let stage = SkillStage(model: try Self.model(number), skill: PausingSkill(isSlow: number == 0))
            let host = await stage.host(on: bus, logger: logger)
            running.append(Task { try await host.run() })
            buses.append(bus)
        }
        var announced: Set<String> = []
        for try await catalog in catalogs {
            announced.insert(catalog.body.app)
            if announced.count == Self.skills { break }
        }
        var iterator = answers.makeAsyncIterator()
        func ask(_ session: Int, _ text: String, _ type: String) async throws -> Double? {
            let began = ContinuousClock.now
            try publish(client, session, text, type)
            while let answer = try await iterator.next() {
                let took = ContinuousClock.now - began
                try client.publish(Receipt(of: AudioSequence.kind), answering: answer.header)
                try client.publish(
                    AudioPlayback(sequence: answer.header.id, state: .finished), answering: answer.header)
                // The slow skill's answer comes between those of others.
                if answer.header.session == Self.session(session) { return took / .microseconds(1) }
            }
            return nil
        }
        let before = (ResidentMemory.bytes ?? 0)
        for session in 0..<Self.sessions { _ = try await ask(session, "open \(Self.name(session))", "LaunchRequest") }
        let memory = Double((ResidentMemory.bytes ?? 0) - before) / Double(Self.sessions) / 1024
        var times: [Double] = []
        for session in 0..<Self.sessions where session % Self.skills != 0 {
            times += try await ask(session, "do it", "DoIntent").map { [$0] } ?? []
        }
        try publish(client, 0, "do it slowly", "SlowIntent")
        var beside: [Double] = []
        for session in 1..<Self.sessions where session % Self.skills != 0 {
            beside += try await ask(session, "do it", "DoIntent").map { [$0] } ?? []
        }
        for task in running { task.cancel() }
        for task in running { _ = await task.result }
        for bus in buses { await bus.close() }
        await client.close()
        let (all, slow) = (Percentiles(times), Percentiles(beside))
        return [
            Figure("turn with \(Self.sessions) open sessions of \(Self.skills) skills, p50", all(0.5), "µs"),
            Figure("turn with \(Self.sessions) open sessions of \(Self.skills) skills, p99", all(0.99), "µs"),
            Figure("the same while a skill takes 7 s, p99", slow(0.99), "µs"),
            Figure("memory of an open session", memory, "KiB"),
        ]
    }

    private func publish(_ client: Bus, _ session: Int, _ text: String, _ type: String) throws {
        let intent = SpeechIntent(
            text: text,
            hypotheses: [.init(app: "bench-skill-\(session % Self.skills)", type: type, confidence: 1)], engine: "bench"
        )
        try client.publish(
            intent, session: Self.session(session), turn: TurnID(), deadline: WallClock.microseconds() + 30_000_000)
    }

    private static func session(_ number: Int) -> SaybusMessages.Session {
        SaybusMessages.Session(rawValue: "room-\(number)") ?? .default
    }

    private static func name(_ session: Int) -> String { "bench skill \(session % skills)" }

    private static func model(_ number: Int) throws -> SkillModel {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "saybus-bench-\(getpid())-\(number).json")
        let json = #"""
            {"languageModel": {"invocationName": "bench skill \#(number)", "intents": [
             {"name": "DoIntent", "samples": ["do it"]}, {"name": "SlowIntent", "samples": ["do it slowly"]}]}}
            """#
        try Data(json.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try SkillModel(contentsOf: file.path)
    }
}

/// A skill whose session stays open, and which may need seconds for one of its intents.
private struct PausingSkill: Skill {
    let isSlow: Bool

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        // The time of the answer is what is measured.
        if isSlow, envelope.request.intent?.name == "SlowIntent" {
            try await Task.sleep(for: SkillSessionsBenchmark.delay)
        }
        return ResponseEnvelope(
            response: Response(outputSpeech: .ssml("<speak>Done.</speak>"), shouldEndSession: false))
    }
}
