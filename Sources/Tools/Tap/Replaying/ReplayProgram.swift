import ArgumentParser
import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// `saybus-tap replay`: replays recorded inputs through the running stages.
public struct ReplayProgram: Sendable {
    let path: String
    let plan: ReplayPlan
    let speed: Double
    let recording: Int64?
    let filter: TapFilter
    let turnTimeout: Duration
    /// The file for a recording of the replay; nil records nothing.
    let output: String?
    let line = ProgressLine("saybus-tap replay")

    /// Replays the turns, and prints a line for each.
    /// - Throws: `ExitCode` 1 if a turn did not end in time, a message could not be replayed, or turns were not
    ///   played because the replay was interrupted; with `--only`, only for such messages.
    public func run(_ options: BusOptions) async throws {
        let reader = try RecordingReader(path)
        let turns = try await reader.turns().filter {
            (recording == nil || recording == $0.recording) && $0.fits(filter)
        }
        for left in plan.leftOut(try await reader.kinds()) {
            printNotice("not played: \(left.count) \(left.kind); --only \(left.kind) plays them")
        }
        for reason in ReplayPlan.SkipReason.allCases {
            let count = turns.count { plan.skipReason(for: $0) == reason }
            if count > 0 { printNotice(ReplayText.skipped(reason, count: count)) }
        }
        guard plan.only != nil || turns.contains(where: { plan.skipReason(for: $0) == nil }) else {
            let isFiltered = try filter != TapFilter()
            let problem = turns.isEmpty && isFiltered ? "no such turn" : "no turn to replay"
            throw StageFailure(.noInput, "\(path) has \(problem); saybus-tap sessions \(path) lists its turns")
        }
        for turn in turns where plan.playsSound(of: turn) && turn.missingChunks > 0 {
            printNotice(
                "turn \(turn.turn.short): \(Quantity.count(turn.missingChunks, "chunk")) of its sound missing in the recording"
            )
        }
        var logger = Logger(label: "saybus-tap", factory: { LogStream.handler($0) })
        logger.logLevel = options.logLevel.level
        let side = try output.map { try SideRecording(path: $0, options: options, logger: logger) }
        let tally = ReplayTally()
        defer { line.clear() }
        do {
            try await side?.begin(within: options.brokerTimeout)
            try await play(reader, turns, options, tally)
        } catch {
            await side?.abandon()
            throw error
        }
        try await side?.finish(within: options.brokerTimeout)
        let counts = tally.counts
        var parts = ["\(Quantity.count(counts.ended, "turn")) ended"]
        if plan.only != nil { parts.insert("\(Quantity.count(counts.played, "message")) played", at: 0) }
        if counts.unended > 0 { parts.append("\(counts.unended) did not") }
        if counts.unplayable > 0 { parts.append("\(Quantity.count(counts.unplayable, "message")) could not be played") }
        let left = turns.count { plan.skipReason(for: $0) == nil } - counts.ended - counts.unended
        let isInterrupted = plan.only == nil && left > 0
        if isInterrupted { parts.append("interrupted, \(Quantity.count(left, "turn")) not played") }
        printNotice(parts.joined(separator: ", "))
        if counts.unended > 0 || counts.unplayable > 0 || isInterrupted { throw ExitCode(1) }
    }

    private func play(
        _ reader: RecordingReader, _ turns: [RecordedTurn], _ options: BusOptions, _ tally: ReplayTally
    ) async throws {
        let count = turns.count { plan.skipReason(for: $0) == nil }
        let (brokerTimeout, roles) = (options.brokerTimeout, plan.roles(for: turns))
        let tracking = MessageCatalog.all.filter { $0.tracking != nil }
        try await TapRunner(command: "replay", options: options).run(
            tracking: tracking, subscribing: { ($0.subscribe(StageStatus.self), $0.subscribe(TurnEnded.self)) },
            { bus, subscriptions, writer in
                let (statuses, ends) = subscriptions
                try await StartBarrier(roles: roles).pass(bus, statuses, within: brokerTimeout)
                if !roles.isEmpty, !bus.presence.isReady(.audio) {
                    printNotice("no audio stage is ready: answers with sound are not heard, and their turns end late")
                }
                let tracker = TurnEndTracker()
                let replay = Replay(
                    plan: plan, reader: reader, turns: turns, recording: recording, filter: filter, speed: speed,
                    turnTimeout: turnTimeout,
                    publisher: ReplayPublisher(bus: bus), tracker: tracker,
                    report: { result in
                        tally.record(result)
                        line.clear()
                        try await writer.write(ReplayText.line(result))
                        line.update(tally.counts.ended + tally.counts.unended, of: count, "turns")
                    },
                    reportPlayed: { tally.recordPlayed() },
                    reportUnplayable: { stored, error in
                        tally.recordUnplayable()
                        printNotice(
                            "message \(stored.number) (\(stored.message.header.kind)) cannot be played: \("\(error)".safeForTerminal)"
                        )
                    })
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for try await end in ends { tracker.record(end) } }
                    try await replay.run()
                    group.cancelAll()
                }
                // The barrier returns after the last message has passed the broker.
                try await bus.ready(within: brokerTimeout)
            })
    }

    private func printNotice(_ text: String) {
        line.clear()
        StandardError.shared.write("saybus-tap: \(text)\n")
    }
}
