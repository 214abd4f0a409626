import Foundation
import Logging
import SaybusBus
import SaybusFuzzing
import SaybusMessages
import SaybusProcesses
import SaybusStage
import Synchronization

/// `saybus-bench fuzz --bus`: publishes messages of all kinds with changed fields on a bus with all stages, a tap and a
/// recorder. No program may end, and afterwards every conversation must answer.
public struct BusFuzzCampaign: Sendable {
    /// The sessions that are fuzzed, and asked afterwards.
    private static let sessions = (0..<8).compactMap { Session(rawValue: "room\($0)") }
    /// The number of messages between two barriers, which keep the campaign at the broker's pace.
    private static let batch = 250
    /// The number of messages between two turns that are waited for.
    private static let messagesPerTurn = 5000
    /// The time that a turn may take. During the campaign, forged stages are waited for until they count as lost.
    private static let turnTimeout = Duration.seconds(30)

    private let frames: Int
    private let seed: UInt64
    private let others: [[String]]

    /// Creates a campaign.
    /// - Parameters:
    ///   - frames: The number of messages.
    ///   - seed: Decides the messages.
    ///   - others: Further programs with their arguments, to which `--bus` and the address are added.
    public init(frames: Int, seed: UInt64, others: [[String]] = []) {
        (self.frames, self.seed, self.others) = (frames, seed, others)
    }

    /// Runs the campaign.
    /// - Parameter report: Receives a line about the progress now and then, and about each failure.
    /// - Returns: The figures.
    public func run(_ report: @escaping @Sendable (String) -> Void) async throws -> [Figure] {
        let folder = NSTemporaryDirectory() + "saybus-fuzz-\(getpid())"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let pipe = try ProcessPipe.pipe()
        defer { for descriptor in [pipe.read, pipe.write] { close(descriptor) } }
        let programs = try BusFuzzPrograms(folder, others: others, microphone: pipe.read)
        do {
            return try await run(programs, in: folder, report)
        } catch {
            programs.end()
            try? FileManager.default.removeItem(atPath: folder)
            throw error
        }
    }

    private func run(
        _ programs: BusFuzzPrograms, in folder: String, _ report: @escaping @Sendable (String) -> Void
    ) async throws -> [Figure] {
        report("the programs run in \(folder)")
        let quiet = Logger(label: "fuzz", factory: { _ in SwiftLogNoOpLogHandler() })
        let bus = try Bus(
            at: programs.address, as: Source(role: .console, instance: "asker")!,
            tracking: [SpeechTranscript.self], logger: quiet)
        let sender = try Bus(at: programs.address, as: Source(role: Role("bench"), instance: "fuzz")!, logger: quiet)
        let asker = try await TurnAsker(bus)
        try await sender.ready(within: .seconds(30))
        try await asker.waitUntilReady([.intent, .dispatch, .audio, .transcribe, .listen])
        let before = programs.memory()
        let start = ContinuousClock.now
        let unanswered = try await publish(sender, asker, programs, report)
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        // Forged stages count as lost three seconds after their last heartbeat.
        try await Task.sleep(for: .seconds(6))
        var silent = 0
        for session in Self.sessions {
            let end = try await asker.ask("mark 7", in: session, within: Self.turnTimeout)
            // A further recognizer may understand less than Saybus' own, and answer first.
            if end?.outcome != .handled, end?.outcome != .notUnderstood {
                silent += 1
                report(
                    "\(session) does not answer: \(end.map { "\($0.outcome.rawValue): \($0.reason ?? "")" } ?? "no end")"
                )
            }
        }
        let growth = programs.memory().map { ($0.key, $0.value - (before[$0.key] ?? 0)) }
        let crashes = programs.crashes
        for line in crashes { report(line) }
        await sender.close()
        await bus.close()
        programs.end()
        let figures =
            [
                Figure("messages published", Double(frames), "messages"),
                Figure("rate", Double(frames) / max(1e-9, seconds), "messages/s"),
                Figure("programs that ended", Double(crashes.count), "programs", goal: .atMost(0)),
                Figure("turns without an end meanwhile", Double(unanswered), "turns", goal: .atMost(0)),
                Figure("sessions that do not answer afterwards", Double(silent), "sessions", goal: .atMost(0)),
            ]
            + growth.sorted { $0.0 < $1.0 }.map {
                Figure("growth of \($0.0)'s memory", $0.1, "MiB", goal: .atMost(256))
            }
        if figures.allSatisfy(\.isMet) {
            try? FileManager.default.removeItem(atPath: folder)
        } else {
            report("the programs' output is in \(folder)")
        }
        return figures
    }

    /// Publishes the messages, with a turn after each batch.
    /// - Returns: The number of turns that did not end.
    private func publish(
        _ sender: Bus, _ asker: TurnAsker, _ programs: BusFuzzPrograms, _ report: @Sendable (String) -> Void
    ) async throws -> Int {
        var mutator = MessageMutator(sessions: Self.sessions, seed: seed)
        var unanswered = 0
        for number in 0..<frames {
            try sender.publish(frames: mutator.next(now: WallClock.microseconds()))
            if number % Self.batch == Self.batch - 1 { try await sender.ready(within: .seconds(60)) }
            guard number % Self.messagesPerTurn == Self.messagesPerTurn - 1 else { continue }
            let session = Self.sessions[number / Self.messagesPerTurn % Self.sessions.count]
            if try await asker.ask("mark 5", in: session, within: Self.turnTimeout) == nil {
                unanswered += 1
                report("after \(number + 1) messages, a turn in \(session) does not end")
            }
            if (number + 1) % 10_000 == 0 { report("\(number + 1) messages; \(programs.crashes.count) programs ended") }
        }
        return unanswered
    }
}
