import Foundation
import SaybusBroker
import SaybusBus
import SaybusMessages
import SaybusSupport

/// The checks of the lifecycle of a stage: heartbeats, envelopes, restarts, shutdown.
extension ConformanceRun {
    /// The longest accepted pause between two heartbeats: one second, and a margin for a busy machine.
    private static let maximumHeartbeatInterval = Duration.milliseconds(2500)

    func checkBeats() async throws {
        let place = connection.journal.count
        // The statuses so far may have been published because the stage changed, so two further ones are awaited.
        for count in 1...2 {
            let next = try await first(count, from: place)
            guard next else {
                throw Verdict.failed("expected a stage.status every second, \(count) did not come in 4 s\(ending())")
            }
        }
        guard let stage else { return }
        let beats = connection.journal.pages.entries.dropFirst(beginning).filter {
            $0.message.header.kind == StageStatus.kind && $0.message.header.run == stage.run
        }
        for (earlier, later) in zip(beats, beats.dropFirst())
        where later.at - earlier.at > Self.maximumHeartbeatInterval {
            throw Verdict.failed("expected a stage.status every second, \(later.at - earlier.at) passed without one")
        }
        let uptimes = beats.compactMap { try? $0.message.decode(StageStatus.self).body.uptimeMs }
        if uptimes != uptimes.sorted() { throw Verdict.failed("uptimeMs goes backwards: \(uptimes)") }
    }

    private func first(_ count: Int, from place: Int) async throws -> Bool {
        let seen = Watched(0)
        return try await received(from: place, within: .seconds(4)) { message in
            message.header.kind == StageStatus.kind
                && seen.change {
                    $0 += 1; return $0 >= count
                }
        } != nil
    }

    func checkEnvelope() async throws {
        // Makes the stage publish something, in case this is the only check.
        for _ in 0..<2 { try await answer(to: try ask()) }
        guard let stage else { return }
        let pages = connection.journal.pages
        if pages.overflow > 0 { throw Verdict.failed("it floods the bus: more than \(Journal.capacity) messages") }
        if let wrong = pages.malformed.first(where: { $0.source == stage.source }) {
            throw Verdict.failed("it has published what is no message: \(wrong.reason)")
        }
        let messages = pages.entries.dropFirst(beginning).map(\.message)
        var inspection = Inspection(
            stage: stage, known: Set(pages.entries.map(\.message.header.id)), now: WallClock.microseconds())
        var problems = ProblemList()
        // A late subscriber also gets the retained messages of earlier processes.
        let earlier = knownRuns.subtracting([stage.run])
        for message in messages
        where message.header.source == stage.source && !earlier.contains(message.header.run) {
            for problem in inspection.problems(with: message) { problems.add(problem) }
        }
        if !problems.isEmpty { throw Verdict.failed(problems.text) }
    }

    func checkRejoin() async throws {
        guard let stage else { return }
        let place = connection.journal.count
        try await restartBroker()
        let epoch = broker.epoch
        let back = try await received(from: place, within: .seconds(5)) { message in
            message.stamp?.epoch == epoch && (try? message.decode(StageStatus.self).body.state) == .ready
        }
        guard back != nil else {
            throw Verdict.failed(
                "expected its stage.status within 5 s at the broker that came in the place of another\(ending())")
        }
        if role == .dispatch || role == .app {
            let catalog = try await received(from: place) { $0.header.kind == Catalog.kind && $0.stamp?.epoch == epoch }
            guard catalog != nil else {
                throw Verdict.failed(
                    "expected its catalog again at the new broker, which knows nothing of the old one's")
            }
        }
        guard stage == self.stage else { return }
        do {
            try await answer(to: try ask())
        } catch Verdict.failed(let why) {
            throw Verdict.failed("at the new broker: \(why)")
        }
    }

    func checkDrain() async throws {
        guard let stage, let exercise else { return }
        let question = try ask()
        let start = ContinuousClock.now
        send(SIGTERM)
        guard let code = await exitCode(within: .seconds(2)) else {
            let late = await exitCode(within: options.answerTime)
            send(SIGKILL)
            throw Verdict.failed(
                "expected it to end within 2 s of SIGTERM, "
                    + (late == nil ? "it runs on" : "it took \((ContinuousClock.now - start).components.seconds) s"))
        }
        guard code == 0 else { throw Verdict.failed("expected exit code 0 after SIGTERM, got \(code)\(ending())") }
        let stopped = await connection.journal.first(from: beginning, within: .seconds(1)) { message in
            message.header.source == stage.source && (try? message.decode(StageStatus.self).body.state) == .stopped
        }
        guard stopped != nil else {
            throw Verdict.failed("expected stopped in its last stage.status: the bus shall not wait for its beats")
        }
        let said = responses(to: question)
        if !said.isEmpty, !said.contains(where: exercise.isEnd) {
            throw Verdict.failed("it had begun to answer a question when it was told to stop, and did not finish")
        }
    }

    func checkRestart() async throws {
        guard let before = stage else { return }
        // The stage is paused first, so that it cannot answer before it is killed.
        send(SIGSTOP)
        let question = try ask()
        send(SIGKILL)
        guard await exitCode(within: options.answerTime) != nil else {
            throw Verdict.failed("it has outlived kill -9")
        }
        let after = try await start()
        if after.run == before.run { throw Verdict.failed("the run number is the same after a restart") }
        if role == .dispatch || role == .app { _ = try await ownCatalog() }
        try connection.send(question.messages)
        try await answer(to: question)
    }

    /// Checks a start for one session. An instance for all sessions gives way to a stage that names none, and the other
    /// sessions are served by nobody.
    func checkSession() async throws {
        guard let hall = Session(rawValue: "conform-hall") else { return }
        try await start(["--session", hall.rawValue])
        // Later checks need the stage for all sessions.
        defer { send(SIGKILL) }
        guard status()?.session == hall else {
            let named = status()?.session.map { "\"\($0)\"" } ?? "no session"
            throw Verdict.failed("expected \"session\": \"\(hall)\" in its stage.status with --session, got \(named)")
        }
        if role == .app || role == .dispatch { try await checkScopes(to: hall) }
        // A listening stage belongs to one session anyway.
        guard role != .listen, let exercise else { return }
        let elsewhere = try ask(0)
        let answer = try await answer(to: try ask(0, session: hall))
        try checkBodies(of: answer)
        if !responses(to: elsewhere).isEmpty {
            throw Verdict.failed("with --session \(hall) it has answered what was said in \(Session.default)")
        }
        if let problem = exercise.problem(with: answer, to: 0) {
            throw Verdict.failed("with --session \(hall), though catalogs belong to no session: \(problem)")
        }
    }

    /// Checks that the commands of an app that takes part in one session can be said in no other one.
    private func checkScopes(to session: Session) async throws {
        let catalog = try await ownCatalog()
        let absent = catalog.absent(in: .default)
        if let type = catalog.commands.map(\.type).first(where: { !absent.contains($0) }) {
            throw Verdict.failed(
                "with --session \(session) no scope of its catalog names \(type), which would fail elsewhere")
        }
    }
}
