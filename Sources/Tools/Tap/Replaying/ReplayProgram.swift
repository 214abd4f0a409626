import ArgumentParser
import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage

/// `saybus-tap replay`: plays recorded inputs through the stages that run today.
public struct ReplayProgram: Sendable {
    let path: String
    let plan: ReplayPlan
    let speed: Double
    let recording: Int64?
    let filter: TapFilter
    let patience: Duration
    /// Where the new run is recorded.
    let output: String?

    /// Plays, and prints a line for each turn.
    /// - Throws: `ExitCode` 1 when a turn has not ended in time.
    public func run(_ options: BusOptions) async throws {
        let reader = try RecordingReader(path)
        let turns = try await reader.turns().filter {
            (recording == nil || recording == $0.recording) && $0.fits(filter)
        }
        guard plan.only != nil || turns.contains(where: { plan.obstacle(for: $0) == nil }) else {
            throw StageFailure(.noInput, "\(path) has no turn to play; saybus-tap sessions \(path) lists what it has")
        }
        for left in plan.leftOut(try await reader.kinds()) {
            say("not played: \(left.count) \(left.kind); --only \(left.kind) plays them")
        }
        for obstacle in ReplayPlan.Obstacle.allCases {
            let count = turns.count { plan.obstacle(for: $0) == obstacle }
            if count > 0 { say(ReplayText.obstacle(obstacle, count: count)) }
        }
        var logger = Logger(label: "saybus-tap", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = options.logLevel.level
        let side = try output.map { try SideRecording(path: $0, options: options, logger: logger) }
        let tally = ReplayTally()
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
        if counts.unended > 0 { parts.append("\(counts.unended) did not") }
        if counts.refused > 0 { parts.append("\(Quantity.count(counts.refused, "message")) could not be played") }
        say(parts.joined(separator: ", "))
        if counts.unended > 0 || counts.refused > 0 { throw ExitCode(1) }
    }

    private func play(
        _ reader: RecordingReader, _ turns: [RecordedTurn], _ options: BusOptions, _ tally: ReplayTally
    ) async throws {
        let (brokerPatience, roles) = (options.brokerTimeout, plan.roles(for: turns))
        let tracking = MessageCatalog.all.filter { $0.tracking != nil }
        try await TapRunner(command: "replay", options: options).run(
            tracking: tracking, subscribing: { ($0.subscribe(StageStatus.self), $0.subscribe(TurnEnded.self)) },
            { bus, subscriptions, writer in
                let (statuses, ends) = subscriptions
                try await StartBarrier(roles: roles).pass(bus, statuses, within: brokerPatience)
                if !roles.isEmpty, !bus.presence.isReady("audio") {
                    say("no audio stage is ready: answers with sound are not heard, and their turns end late")
                }
                let board = TurnBoard()
                let replay = Replay(
                    plan: plan, reader: reader, turns: turns, recording: recording, speed: speed, patience: patience,
                    publisher: ReplayPublisher(bus: bus), board: board,
                    tell: { result in
                        tally.note(result)
                        try await writer.write(ReplayText.line(result))
                    },
                    refuse: { stored, error in
                        tally.refused()
                        say(
                            "message \(stored.number) (\(stored.message.header.kind)) cannot be played: \("\(error)".safeForTerminal)"
                        )
                    })
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { for try await end in ends { board.note(end) } }
                    try await replay.run()
                    group.cancelAll()
                }
                // What was published last may still be on its way.
                try await bus.ready(within: brokerPatience)
            })
    }

    private func say(_ text: String) { StandardError.shared.write("saybus-tap: \(text)\n") }
}
