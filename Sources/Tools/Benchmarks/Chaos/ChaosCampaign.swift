import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport
import SaybusTesting
import Synchronization

/// `saybus-bench chaos`: publishes typed turns while stages are killed, and checks that each turn ends
/// consistently.
public struct ChaosCampaign: Sendable {
    /// The number of sessions that the turns are distributed over.
    private static let sessions = 8
    /// The time after the last turn within which all turns must end. A turn's deadline is ten seconds, and a
    /// lost stage is detected after three.
    private static let completionTimeout = Duration.seconds(60)

    private let turns: Int
    private let seed: UInt64
    private let rate: Int
    private let pause: Duration
    private let killsBroker: Bool

    /// Creates a campaign.
    /// - Parameters:
    ///   - turns: The number of turns.
    ///   - seed: The seed for the order of kills.
    ///   - rate: Turns per second.
    ///   - pause: The time between two kills.
    ///   - killsBroker: Whether the broker is killed, too.
    public init(
        turns: Int, seed: UInt64, rate: Int = 10, pause: Duration = .milliseconds(300), killsBroker: Bool = true
    ) {
        (self.turns, self.seed, self.rate, self.pause, self.killsBroker) = (turns, seed, rate, pause, killsBroker)
    }

    /// Runs the campaign.
    /// - Returns: The figures. Details of failed turns are printed to standard error.
    public func run() async throws -> [Figure] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("saybus-chaos-\(getpid())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let marks = folder + "/marks"
        try Self.app(marks: marks).write(toFile: folder + "/app.yaml", atomically: true, encoding: .utf8)
        let address = try BusAddress("ipc://\(folder)/bus")
        let common = ["--bus", address.url, "--log-level", "notice"]
        func stage(_ name: String, _ arguments: [String]) throws -> RestartingProgram {
            try RestartingProgram(name, arguments + common, log: "\(folder)/\(name).log")
        }
        let own = ["--wait", "60", "--instance", "chaos"]
        let stages = [
            try stage("broker", []), try stage("intent", own),
            try stage("dispatch", ["--app", folder + "/app.yaml"] + own), try stage("audio", ["--sink", "null"] + own),
        ]
        let quiet = Logger(label: "chaos", factory: { _ in SwiftLogNoOpLogHandler() })
        let bus = try Bus(
            at: address, as: Source(role: "console", instance: "chaos")!, tracking: [SpeechTranscript.self],
            logger: quiet)
        let wire = try Bus(at: address, as: Source(role: "tap", instance: "chaos")!, logger: quiet)
        let (tally, recoveries, kills) = try await drive(bus, wire, stages)
        await bus.close()
        await wire.close()
        for stage in stages.reversed() { stage.end() }
        var result = tally
        for line in ((try? String(contentsOfFile: marks, encoding: .utf8)) ?? "").split(separator: "\n") {
            if let number = Int(line) { result.done[number, default: 0] += 1 }
        }
        let figures = Self.figures(result, recoveries, kills)
        if figures.allSatisfy(\.isMet) {
            try? FileManager.default.removeItem(atPath: folder)
        } else {
            Self.explain(result, folder)
        }
        return figures
    }

    private func drive(
        _ bus: Bus, _ wire: Bus, _ stages: [RestartingProgram]
    ) async throws -> (ChaosTally, [Double], [String: Int]) {
        let frames = wire.subscribeToFrames(buffer: 65_536)
        let ends = bus.subscribe(TurnEnded.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready(within: .seconds(30))
        try await wire.ready(within: .seconds(30))
        var missing: Set<String> = ["intent", "dispatch", "audio"]
        for try await status in statuses where status.body.state == .ready {
            missing.remove(status.body.role)
            if missing.isEmpty { break }
        }
        let log = ChaosLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for try await status in statuses where status.body.state == .ready {
                    guard let stage = stages.first(where: { $0.name == status.body.role }),
                        let time = stage.recordReady(status.body.pid)
                    else { continue }
                    log.recoveries.withLock { $0.append(time) }
                }
            }
            group.addTask { [seed, pause, killsBroker] in
                var generator = SplitMix(seed: seed)
                let victims = stages.filter { killsBroker || $0.name != "broker" }
                while !Task.isCancelled {
                    // This pause sets the rate of kills, as the one below sets the rate of turns.
                    try await Task.sleep(for: pause)
                    guard let victim = victims.randomElement(using: &generator) else { return }
                    victim.kill()
                    log.kills.withLock { $0[victim.name, default: 0] += 1 }
                }
            }
            group.addTask {
                let ofEnds = Topic.prefix(TurnEnded.kind)
                for await frames in frames where frames.first?.starts(with: ofEnds) == true {
                    guard let end = try? RawMessage(frames: frames).decode(TurnEnded.self) else { continue }
                    log.tally.withLock { $0.published(end.body, end.header) }
                }
            }
            let (over, finish) = AsyncStream.makeStream(of: Void.self)
            group.addTask {
                for try await end in ends {
                    let isComplete = log.tally.withLock { tally in
                        tally.ended(end.header.turn, end.body)
                        return tally.isComplete
                    }
                    if isComplete, log.allPublished.withLock({ $0 }) { finish.yield() }
                }
            }
            let clock = ContinuousClock()
            let start = clock.now
            for number in 0..<turns {
                try await Task.sleep(until: start + .microseconds(number * 1_000_000 / rate), clock: clock)
                let turn = TurnID()
                log.tally.withLock { $0.began(turn, number) }
                let session = Session(rawValue: "room\(number % Self.sessions)") ?? .default
                try bus.publish(
                    SpeechTranscript(text: "mark \(number)", engine: "text"), session: session, turn: turn,
                    deadline: WallClock.microseconds() + 10_000_000)
            }
            log.allPublished.withLock { $0 = true }
            if log.tally.withLock({ $0.isComplete }) { finish.yield() }
            group.addTask {
                try await Task.sleep(for: Self.completionTimeout)
                finish.yield()
            }
            for await _ in over { break }
            // A turn may wrongly end twice: wait for a second end.
            try await Task.sleep(for: .seconds(2))
            group.cancelAll()
        }
        return (log.tally.withLock { $0 }, log.recoveries.withLock { $0 }, log.kills.withLock { $0 })
    }

    private static func figures(_ tally: ChaosTally, _ recoveries: [Double], _ kills: [String: Int]) -> [Figure] {
        let times = Percentiles(recoveries)
        func count(_ name: String, _ numbers: [Int]) -> Figure {
            Figure(name, Double(numbers.count), "turns", goal: .atMost(0))
        }
        let outcomes: [TurnEnded.Outcome] = [.handled, .failed, .expired, .notUnderstood]
        return [
            Figure(
                "turns that ended", Double(tally.ends.count), "turns", goal: .atLeast(Double(tally.turns.count))),
            count("turns lost", tally.lost), count("turns that ended twice, differently", tally.endedTwice),
            Figure("turns whose end was said twice", Double(tally.repeatedEnds), "turns"),
            count("commands carried out twice", tally.doneTwice),
            count("turns said to be handled whose command was not carried out", tally.handledNotDone),
            count("commands carried out of which no end tells", tally.doneUnreported),
        ] + outcomes.map { Figure("turns that ended as \($0.rawValue)", Double(tally.numbers(of: $0).count), "turns") }
            + [
                Figure("turns of which nobody knows whether they were carried out", Double(tally.uncertain), "turns")
            ]
            + kills.sorted { $0.key < $1.key }.map {
                Figure("times that \($0.key) was killed", Double($0.value), "kills")
            } + [
                Figure("from kill to recovery, p50", times(0.5), "ms"),
                Figure("from kill to recovery, max", times(1), "ms"),
            ]
    }

    private static func explain(_ tally: ChaosTally, _ folder: String) {
        var text = "the programs' logs are in \(folder)\n"
        for (what, numbers) in [
            ("lost", tally.lost), ("ended twice", tally.endedTwice), ("carried out twice", tally.doneTwice),
            ("handled, not carried out", tally.handledNotDone), ("carried out in silence", tally.doneUnreported),
        ] {
            for number in numbers.prefix(20) {
                let turn = tally.turns.first { $0.value == number }?.key.description ?? ""
                let ends = (tally.ends[number] ?? []).map { "\($0.outcome.rawValue): \($0.reason ?? "")" }
                text += "\(what): \(number), turn \(turn), \(ends.joined(separator: "; "))\n"
            }
        }
        StandardError.shared.write(text)
    }

    /// An app whose command appends a line to a file each time it is carried out.
    private static func app(marks: String) -> String {
        """
        app: chaos
        commands:
          Mark:
            patterns: ["mark @number:Number"]
            do:
              - exec: [sh, -c, 'echo "$1" >> "$2"', sh, "{number}", "\(marks)"]
              - log: "marked {number}"
              - speak: "Marked {number}."
        """
    }
}

/// The results that the tasks of a campaign record.
private final class ChaosLog: Sendable {
    let tally = Mutex(ChaosTally())
    let recoveries = Mutex<[Double]>([])
    let kills = Mutex<[String: Int]>([:])
    let allPublished = Mutex(false)
}
