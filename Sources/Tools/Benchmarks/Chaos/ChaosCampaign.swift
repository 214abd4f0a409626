import Foundation
import Logging
import SaybusBus
import SaybusMessages
import Synchronization

/// `saybus-bench chaos`: publishes typed turns, and lets a recording be heard, while faults are injected, and checks
/// that each turn ends consistently.
public struct ChaosCampaign: Sendable {
    /// The settings of a campaign.
    public struct Options: Sendable {
        /// The number of typed turns.
        public var turns = 500
        /// The seed for the order of faults.
        public var seed: UInt64 = 1
        /// Typed turns per second.
        public var rate = 10
        /// The time between two faults.
        public var pause = Duration.milliseconds(300)
        /// The kinds of faults.
        public var faults = ChaosFault.allCases
        /// Whether the broker is left alone.
        public var sparesBroker = false
        /// Whether a recording is heard and recognized, too.
        public var withSound = false

        /// Creates the default settings.
        public init() {}
    }

    /// The number of sessions that the turns are distributed over.
    private static let sessions = 8
    /// The time after the last turn within which all turns must end. A turn's deadline is ten seconds, and a
    /// lost stage is detected after three.
    private static let completionTimeout = Duration.seconds(60)

    private let options: Options

    /// Creates a campaign, which starts nothing yet.
    public init(_ options: Options) { self.options = options }

    /// Runs the campaign.
    /// - Parameter report: Receives a line about each failure.
    /// - Returns: The figures.
    public func run(_ report: (String) -> Void) async throws -> [Figure] {
        let folder = NSTemporaryDirectory() + "saybus-chaos-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var recording: String?
        if options.withSound {
            let bench = try TemporaryBus()
            recording = folder + "/sentence.wav"
            try FileManager.default.copyItem(
                atPath: try await SentenceRecording.make(bench), toPath: folder + "/sentence.wav")
        }
        let programs = try ChaosPrograms(
            folder, recording: recording, withDisk: options.faults.contains(.disk),
            withClocks: options.faults.contains(.clock))
        do {
            return try await run(programs, report)
        } catch {
            programs.end()
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private func run(_ programs: ChaosPrograms, _ report: (String) -> Void) async throws -> [Figure] {
        let folder = programs.folder
        report("\(programs.all.count) programs run in \(folder)")
        let quiet = Logger(label: "chaos", factory: { _ in SwiftLogNoOpLogHandler() })
        let bus = try Bus(
            at: programs.address, as: Source(role: .console, instance: "chaos")!, tracking: [SpeechTranscript.self],
            logger: quiet)
        let wire = try Bus(at: programs.address, as: Source(role: .tap, instance: "chaos")!, logger: quiet)
        let log = ChaosLog()
        let injector = ChaosInjector(
            programs: programs, faults: options.faults, sparesBroker: options.sparesBroker, pause: options.pause)
        try await drive(bus, wire, programs, injector, log)
        await bus.close()
        await wire.close()
        programs.end()
        var tally = log.tally.withLock { $0 }
        for (mark, count) in programs.marks() {
            let words = mark.split(separator: " ")
            if words.count == 2, let number = Int(words[1]) { tally.done[number, default: 0] += count }
            if mark == ChaosApps.spokenMark { tally.spokenDone = count }
        }
        let crashes = programs.all.flatMap { program in program.crashes.map { "\(program.name): \($0)" } }
        let figures = ChaosFigures.figures(
            tally, recoveries: log.recoveries.withLock { $0 }, faults: injector.counts.all, crashes: crashes.count)
        if figures.allSatisfy(\.isMet) {
            try? FileManager.default.removeItem(atPath: folder)
        } else {
            for line in crashes + ChaosFigures.failures(tally) { report(line) }
            report("the programs' logs and a recording are in \(folder)")
        }
        return figures
    }

    private func drive(
        _ bus: Bus, _ wire: Bus, _ programs: ChaosPrograms, _ injector: ChaosInjector, _ log: ChaosLog
    ) async throws {
        let frames = wire.subscribeToFrames(buffer: 65_536)
        let ends = bus.subscribe(TurnEnded.self)
        let starts = bus.subscribe(SpeechStarted.self)
        let statuses = bus.subscribe(StageStatus.self)
        try await bus.ready(within: .seconds(30))
        try await wire.ready(within: .seconds(30))
        try await Self.waitUntilReady(statuses, programs.expected)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await Self.recordRecoveries(statuses, programs, log) }
            group.addTask { try await Self.recordSpeech(starts, log) }
            group.addTask { await Self.recordPublishedEnds(frames, log) }
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
            let injection = Task { [options] in try await injector.run(seed: options.seed) }
            defer { injection.cancel() }
            try await publishTurns(bus, log)
            // Faults go on until the last turn's deadline; then every program runs, and what is left must end.
            try await Task.sleep(for: .seconds(10))
            injection.cancel()
            _ = await injection.result
            for program in programs.all where program.role == .listen { program.end() }
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
    }

    /// Records the times that programs take to be back. One that finds another one at work in its role is back when it
    /// stands by.
    private static func recordRecoveries(
        _ statuses: Subscription<StageStatus>, _ programs: ChaosPrograms, _ log: ChaosLog
    ) async throws {
        for try await status in statuses where [.ready, .standby].contains(status.body.state) {
            guard let program = programs.all.first(where: { $0.name == status.body.instance }),
                let time = program.recordReady(status.body.pid)
            else { continue }
            log.recoveries.withLock { $0.append(time) }
        }
    }

    private static func recordSpeech(_ starts: Subscription<SpeechStarted>, _ log: ChaosLog) async throws {
        for try await start in starts {
            if let turn = start.header.turn { log.tally.withLock { $0.spoke(turn) } }
        }
    }

    /// Records each end that is published, also one that is not delivered because it comes twice.
    private static func recordPublishedEnds(_ frames: FrameSubscription, _ log: ChaosLog) async {
        let ofEnds = Topic.prefix(TurnEnded.kind)
        for await frames in frames where frames.first?.starts(with: ofEnds) == true {
            guard let end = try? RawMessage(frames: frames).decode(TurnEnded.self) else { continue }
            log.tally.withLock { $0.published(end.body, end.header) }
        }
    }

    private func publishTurns(_ bus: Bus, _ log: ChaosLog) async throws {
        let clock = ContinuousClock()
        let start = clock.now
        for number in 0..<options.turns {
            try await Task.sleep(until: start + .microseconds(number * 1_000_000 / options.rate), clock: clock)
            let turn = TurnID()
            log.tally.withLock { $0.began(turn, number) }
            let session = Session(rawValue: "room\(number % Self.sessions)") ?? .default
            // The verbs change more slowly than the sessions, so that each session says each of them.
            let verb = ChaosApps.verbs[number / Self.sessions % ChaosApps.verbs.count]
            try bus.publish(
                SpeechTranscript(text: ChaosApps.text(verb, number), engine: "text"), session: session, turn: turn,
                deadline: bus.now + 10_000_000)
        }
    }

    /// Waits until each role has this number of programs that are ready or on standby.
    private static func waitUntilReady(
        _ statuses: Subscription<StageStatus>, _ expected: [Role: Int]
    ) async throws {
        var ready: [Role: Set<String>] = [:]
        for try await status in statuses where [.ready, .standby].contains(status.body.state) {
            ready[status.body.role, default: []].insert(status.body.instance)
            if expected.allSatisfy({ ready[$0.key, default: []].count >= $0.value }) { return }
        }
    }
}

/// The results that the tasks of a campaign record.
private final class ChaosLog: Sendable {
    let tally = Mutex(ChaosTally())
    let recoveries = Mutex<[Double]>([])
    let allPublished = Mutex(false)
}
