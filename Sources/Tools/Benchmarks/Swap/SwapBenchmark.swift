import Foundation
import SaybusBus
import SaybusMessages
import SaybusStage
import Synchronization

/// `saybus-bench swap`: replaces a stage repeatedly while turns are in progress. For each replacement it starts
/// a new instance with `--standby`, then stops the old one; or `saybus swap` puts a second program in the stage's
/// place, and gives the place back.
///
/// Each turn must have exactly one command and one end.
public struct SwapBenchmark: Sendable {
    /// The replaced stage.
    public enum Part: String, Sendable, CaseIterable {
        /// The intent stage, with typed turns.
        case intent
        /// The dispatcher, with typed turns.
        case dispatch
        /// The transcriber, with spoken turns of two listeners, which play a recording repeatedly.
        case transcribe

        /// The role of the replaced stage.
        var role: Role { Role(rawValue) }
    }

    /// The parts whose place `saybus swap` can give to another program.
    public static let borrowed: [Part] = [.intent, .transcribe]
    /// The number of turns that begin before the place is given back, and before the next swap.
    private static let turnsBetween = 5
    /// The time allowed for turns to end after the last swap: more than the longest deadline.
    private static let turnTimeout = Duration.seconds(12)

    private let part: Part
    private let swaps: Int
    private let rate: Int
    private let isBorrowed: Bool

    /// Creates a benchmark.
    /// - Parameters:
    ///   - part: The replaced stage.
    ///   - swaps: The number of replacements.
    ///   - rate: Typed turns per second; ignored for spoken turns.
    ///   - isBorrowed: Whether `saybus swap` replaces the stage for a time; only for ``borrowed`` parts.
    public init(_ part: Part, swaps: Int = 100, rate: Int = 100, isBorrowed: Bool = false) {
        (self.part, self.swaps, self.rate, self.isBorrowed) = (part, swaps, rate, isBorrowed)
    }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let bench = try TemporaryBus()
        let recording = part == .transcribe ? try await SentenceRecording.make(bench) : nil
        let speaker = try bench.connect("speaker", tracking: [SpeechTranscript.self])
        let watcher = try bench.connect("watcher")
        let watch = StageMonitor(watcher)
        let messages = watcher.subscribe(
            to: [SpeechStarted.self, CommandInvoked.self, TurnEnded.self], buffer: 65_536)
        try await speaker.ready()
        try await watcher.ready()
        let turns = SwapTurnTracker()
        let takeovers = Mutex<[Double]>([])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await watch.follow() }
            group.addTask { for await case .message(let message) in messages { record(message, turns, watcher) } }
            let others = try await startOthers(bench, watch)
            let first = try bench.stage(part.role, "\(part.rawValue)-0", ["--standby"])
            try await watch.wait(for: "\(part.rawValue)-0", .ready)
            try await watch.wait("the catalog to be known") { statuses in
                statuses.values.contains { $0.role == part.role && $0.catalogRevision != nil }
            }
            if let recording {
                let listeners = (0..<2).map { LoopingListener($0, recording, bench) }
                async let firstRun: Void = listeners[0].run()
                async let secondRun: Void = listeners[1].run()
                let last = try await replace(first, bench, watch, turns, takeovers)
                for listener in listeners { listener.stop() }
                _ = try await (firstRun, secondRun)
                await turns.allEnded(within: Self.turnTimeout)
                last.terminate()
            } else {
                let flow = Task { try await publishTurns(speaker, turns) }
                let last = try await replace(first, bench, watch, turns, takeovers)
                flow.cancel()
                try await flow.value
                await turns.allEnded(within: Self.turnTimeout)
                last.terminate()
            }
            group.cancelAll()
            withExtendedLifetime(others) {}
        }
        await speaker.close()
        await watcher.close()
        return figures(turns.all, Percentiles(takeovers.withLock { $0 }))
    }

    private func startOthers(_ bench: TemporaryBus, _ watch: StageMonitor) async throws -> [BenchmarkProgram] {
        let roles = [Role.dispatch, .intent].filter { $0 != part.role }
        let programs = try roles.map { try bench.stage($0, $0.rawValue) }
        for role in roles { try await watch.wait(for: role.rawValue, .ready) }
        return programs
    }

    /// Returns the program that works at the end.
    private func replace(
        _ first: BenchmarkProgram, _ bench: TemporaryBus, _ watch: StageMonitor, _ turns: SwapTurnTracker,
        _ takeovers: borrowing Mutex<[Double]>
    ) async throws -> BenchmarkProgram {
        guard isBorrowed else { return try await swap(first, bench, watch, takeovers) }
        let former = "\(part.rawValue)-0"
        for number in 1...swaps {
            ProgressLine.current?.update(number - 1, of: swaps, part.rawValue)
            let name = "\(part.rawValue)-\(number)"
            let swap = try bench.swap(part.role, name)
            try await watch.wait("\(name) to have taken over") { statuses in
                statuses[name]?.state == .ready && statuses[former]?.state == .standby
            }
            try await turns.more(Self.turnsBetween, within: Self.turnTimeout)
            try await stop(swap, successor: former, watch, takeovers)
            try await turns.more(Self.turnsBetween, within: Self.turnTimeout)
        }
        return first
    }

    private func swap(
        _ first: BenchmarkProgram, _ bench: TemporaryBus, _ watch: StageMonitor, _ takeovers: borrowing Mutex<[Double]>
    ) async throws -> BenchmarkProgram {
        var old = first
        for number in 1...swaps {
            ProgressLine.current?.update(number - 1, of: swaps, part.rawValue)
            let name = "\(part.rawValue)-\(number)"
            let new = try bench.stage(part.role, name, ["--standby"])
            try await watch.wait(for: name, .standby)
            try await stop(old, successor: name, watch, takeovers)
            old = new
        }
        return old
    }

    /// Stops a program, and adds the time until its successor is ready.
    private func stop(
        _ program: BenchmarkProgram, successor: String, _ watch: StageMonitor, _ takeovers: borrowing Mutex<[Double]>
    ) async throws {
        let begin = ContinuousClock.now
        program.terminate()
        try await watch.wait(for: successor, .ready)
        let time = microseconds(ContinuousClock.now - begin)
        takeovers.withLock { $0.append(time) }
        await program.ended()
    }

    /// Publishes typed turns at a constant rate until cancelled.
    private func publishTurns(_ bus: Bus, _ turns: SwapTurnTracker) async throws {
        let sessions = (0..<10).compactMap { Session(rawValue: "s\($0)") }
        var next = ContinuousClock.now
        var number = 0
        while !Task.isCancelled {
            let turn = TurnID()
            turns.began(turn, at: WallClock.microseconds())
            try bus.publish(
                SpeechTranscript(text: TemporaryBus.sentence, engine: "text"), session: sessions[number % 10],
                turn: turn)
            number += 1
            next += .microseconds(1_000_000 / rate)
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    private func record(_ message: RawMessage, _ turns: SwapTurnTracker, _ bus: Bus) {
        switch message.header.kind {
        case SpeechStarted.kind:
            if let turn = message.header.turn { turns.began(turn, at: message.header.at) }
        case TurnEnded.kind:
            if let end = bus.read(message, as: TurnEnded.self) {
                turns.record(message.header, outcome: end.body.outcome)
            }
        default: turns.record(message.header, outcome: nil)
        }
    }

    private func figures(_ turns: [SwapTurnTracker.Turn], _ takeover: Percentiles) -> [Figure] {
        let times = Percentiles(turns.compactMap { turn in turn.ended.map { Double($0 - turn.began) / 1000 } })
        let successor = isBorrowed ? "former stage" : "successor"
        func count(_ fits: (SwapTurnTracker.Turn) -> Bool) -> Double { Double(turns.count(where: fits)) }
        return [
            Figure("\(part.rawValue): swaps", Double(swaps), ""),
            Figure("\(part.rawValue): turns", Double(turns.count), ""),
            Figure("\(part.rawValue): turns without an end", count { $0.ends.isEmpty }, "", goal: .atMost(0)),
            Figure("\(part.rawValue): turns that ended twice", count { $0.ends.count > 1 }, "", goal: .atMost(0)),
            Figure(
                "\(part.rawValue): turns with another outcome", count { $0.ends.contains { $0 != .handled } }, "",
                goal: .atMost(0)),
            Figure("\(part.rawValue): turns without a command", count { $0.commands == 0 }, "", goal: .atMost(0)),
            Figure("\(part.rawValue): turns carried out twice", count { $0.commands > 1 }, "", goal: .atMost(0)),
            Figure("\(part.rawValue): SIGTERM to the \(successor)'s ready, p50", takeover(0.5) / 1000, "ms"),
            Figure("\(part.rawValue): SIGTERM to the \(successor)'s ready, longest", takeover(1) / 1000, "ms"),
            Figure("\(part.rawValue): turn, p50", times(0.5), "ms"),
            Figure("\(part.rawValue): turn, longest", times(1), "ms"),
        ]
    }
}
