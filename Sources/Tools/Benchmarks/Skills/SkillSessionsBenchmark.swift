import Foundation
import Logging
import SaybusBus
import SaybusConversation
import SaybusMessages
import SaybusSkillHosting
import SaybusSkills
import SaybusSupport
import SaybusTesting

/// The part of `saybus-bench skills` about many conversations: open sessions of twenty skills in one process, and a
/// skill that takes seconds to answer beside them.
struct SkillSessionsBenchmark {
    /// The number of skills, each with its share of the sessions.
    static let skills = 20
    /// The time that the slow skill takes: hardly less than a skill may take.
    static let delay = Duration.seconds(7)
    /// Longer than the benchmark takes, so that no session ends for silence.
    private static let answerTimeout = Duration.seconds(1800)

    /// The number of conversations with an open session.
    let sessions: Int

    /// Returns the figures with the skills in this process and behind HTTP.
    func run() async throws -> [Figure] {
        let server = try WebServer { _ in
            WebServer.answer(String(decoding: (try? PausingSkill.done.json()) ?? [], as: UTF8.self))
        }
        return try await run("in process") { PausingSkill(isSlow: $0 == 0) }
            + run("over HTTP") { _ in HTTPSkill(url: server.address) }
    }

    private func run(_ kind: String, _ skill: (Int) -> any Skill) async throws -> [Figure] {
        let temporaryBus = try TemporaryBus()
        let client = try await SkillClient(temporaryBus)
        var running: [Task<Void, any Error>] = []
        var buses: [Bus] = []
        for number in 0..<Self.skills {
            let bus = try Bus(
                at: temporaryBus.address, as: Source(role: .dispatch, instance: "skill-\(number)")!,
                tracking: ConversationManager.tracking, logger: temporaryBus.quiet)
            var stage = SkillStage(model: try Self.model(number), skill: skill(number))
            (stage.answerTimeout, stage.capacity) = (Self.answerTimeout, sessions)
            let host = await stage.host(on: bus, logger: temporaryBus.quiet)
            running.append(Task { try await host.run() })
            buses.append(bus)
        }
        try await client.waitForCatalogs(Self.skills)
        let figures = try await measure(client, kind)
        for task in running { task.cancel() }
        for task in running { _ = await task.result }
        for bus in buses { await bus.close() }
        await client.close()
        return figures
    }

    private func measure(_ client: SkillClient, _ kind: String) async throws -> [Figure] {
        let before = ProcessMemory.resident ?? 0
        let began = ContinuousClock.now
        for session in 0..<sessions {
            _ = try await client.ask(session, "open \(Self.name(session))", "LaunchRequest", of: Self.app(session))
        }
        let opening = (ContinuousClock.now - began) / .milliseconds(1)
        let memory = Double((ProcessMemory.resident ?? 0) - before) / Double(sessions) / 1024
        let fast = (0..<sessions).filter { $0 % Self.skills != 0 }
        let times = Percentiles(try await turns(client, fast))
        let name = "turn with \(sessions) open sessions of \(Self.skills) skills \(kind)"
        var figures = [
            Figure("\(name), p50", times(0.5), "µs"), Figure("\(name), p99", times(0.99), "µs"),
            Figure("a session opened beside the others, \(kind)", opening / Double(sessions), "ms"),
        ]
        guard kind == "in process" else { return figures }
        figures.append(Figure("memory of an open session", memory, "KiB"))
        async let slow = client.ask(0, "do it slowly", "SlowIntent", of: Self.app(0))
        let beside = Percentiles(try await turns(client, fast))
        figures.append(Figure("the same turn while a skill takes 7 s, p99", beside(0.99), "µs"))
        figures.append(Figure("the turn of the skill that takes 7 s", try await slow / 1e6, "s"))
        return figures
    }

    private func turns(_ client: SkillClient, _ sessions: [Int]) async throws -> [Double] {
        var times: [Double] = []
        for session in sessions {
            times.append(try await client.ask(session, "do it", "DoIntent", of: Self.app(session)))
        }
        return times
    }

    private static func name(_ session: Int) -> String { "bench skill \(session % skills)" }
    private static func app(_ session: Int) -> String { "bench-skill-\(session % skills)" }

    private static func model(_ number: Int) throws -> SkillModel {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(
            "saybus-bench-\(getpid())-\(number).json")
        let json = #"""
            {"languageModel": {"invocationName": "bench skill \#(number)", "intents": [
             {"name": "DoIntent", "samples": ["do it"]}, {"name": "SlowIntent", "samples": ["do it slowly"]}]}}
            """#
        try Data(json.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try SkillModel(contentsOf: file.path, app: app(number))
    }
}

/// A skill whose session stays open, and which may need seconds for one of its intents.
private struct PausingSkill: Skill {
    /// The answer, with which the session stays open.
    static let done = ResponseEnvelope(
        response: Response(outputSpeech: .ssml("<speak>Done.</speak>"), shouldEndSession: false))

    let isSlow: Bool

    func invoke(_ envelope: RequestEnvelope) async throws -> ResponseEnvelope {
        // The time of the answer is what is measured.
        if isSlow, envelope.request.intent?.name == "SlowIntent" {
            try await Task.sleep(for: SkillSessionsBenchmark.delay)
        }
        return Self.done
    }
}
