import Foundation
import SaybusBroker
import SaybusMessages
import SaybusSupport

/// Checks of how a stage lives and ends.
extension ConformanceRun {
    /// The longest silence between two beats: one a second, and a machine that is busy.
    private static let longestSilence = Duration.milliseconds(2500)

    func checkBeats() async throws {
        let place = wire.journal.count
        // Two from now on, since what came before may be answers to changes.
        for count in 1...2 {
            let next = try await first(count, from: place)
            guard next else {
                throw Verdict.failed("expected a stage.status every second, \(count) did not come in 4 s\(ending())")
            }
        }
        guard let stage else { return }
        let beats = wire.journal.pages.entries.dropFirst(beginning).filter {
            $0.message.header.kind == StageStatus.kind && $0.message.header.run == stage.run
        }
        for (earlier, later) in zip(beats, beats.dropFirst()) where later.at - earlier.at > Self.longestSilence {
            throw Verdict.failed("expected a stage.status every second, \(later.at - earlier.at) passed without one")
        }
        let uptimes = beats.compactMap { try? $0.message.decode(StageStatus.self).body.uptimeMs }
        if uptimes != uptimes.sorted() { throw Verdict.failed("uptimeMs goes backwards: \(uptimes)") }
    }

    private func first(_ count: Int, from place: Int) async throws -> Bool {
        let seen = Watched(0)
        return try await heard(from: place, within: .seconds(4)) { message in
            message.header.kind == StageStatus.kind
                && seen.change {
                    $0 += 1; return $0 >= count
                }
        } != nil
    }

    func checkEnvelope() async throws {
        // So that there is something to look at, when this is the only check.
        for _ in 0..<2 { try await answer(to: try ask()) }
        guard let stage else { return }
        let pages = wire.journal.pages
        if pages.overflow > 0 { throw Verdict.failed("it floods the bus: more than \(Journal.capacity) messages") }
        if let wrong = pages.malformed.first(where: { $0.source == stage.source }) {
            throw Verdict.failed("it has published what is no message: \(wrong.reason)")
        }
        let messages = pages.entries.dropFirst(beginning).map(\.message)
        var inspection = Inspection(
            stage: stage, known: Set(pages.entries.map(\.message.header.id)), now: WallClock.microseconds())
        // The broker hands what an earlier process left behind to whoever comes, and we hear it too.
        let earlier = knownRuns.subtracting([stage.run])
        for message in messages
        where message.header.source == stage.source && !earlier.contains(message.header.run) {
            if let problem = inspection.problem(with: message) { throw Verdict.failed(problem) }
        }
    }

    func checkRejoin() async throws {
        guard let stage else { return }
        let place = wire.journal.count
        try await restartBroker()
        let epoch = broker.epoch
        let back = try await heard(from: place, within: .seconds(5)) { message in
            message.stamp?.epoch == epoch && (try? message.decode(StageStatus.self).body.state) == .ready
        }
        guard back != nil else {
            throw Verdict.failed(
                "expected its stage.status within 5 s at the broker that came in the place of another\(ending())")
        }
        if role == .dispatch || role == .app {
            let catalog = try await heard(from: place) { $0.header.kind == Catalog.kind && $0.stamp?.epoch == epoch }
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
            let late = await exitCode(within: options.patience)
            send(SIGKILL)
            throw Verdict.failed(
                "expected it to end within 2 s of SIGTERM, "
                    + (late == nil ? "it runs on" : "it took \((ContinuousClock.now - start).components.seconds) s"))
        }
        guard code == 0 else { throw Verdict.failed("expected exit code 0 after SIGTERM, got \(code)\(ending())") }
        let stopped = await wire.journal.first(from: beginning, within: .seconds(1)) { message in
            message.header.source == stage.source && (try? message.decode(StageStatus.self).body.state) == .stopped
        }
        guard stopped != nil else {
            throw Verdict.failed("expected stopped in its last stage.status: the bus shall not wait for its beats")
        }
        let said = said(to: question)
        if !said.isEmpty, !said.contains(where: exercise.isEnd) {
            throw Verdict.failed("it had begun to answer a question when it was told to stop, and did not finish")
        }
    }

    func checkRestart() async throws {
        guard let before = stage else { return }
        // Stopped first, so that it surely has not answered when it is killed.
        send(SIGSTOP)
        let question = try ask()
        send(SIGKILL)
        guard await exitCode(within: options.patience) != nil else {
            throw Verdict.failed("it has outlived kill -9")
        }
        let after = try await start()
        if after.run == before.run { throw Verdict.failed("the run number is the same after a restart") }
        if role == .dispatch || role == .app { _ = try await ownCatalog() }
        try wire.send(question.messages)
        try await answer(to: question)
    }
}
