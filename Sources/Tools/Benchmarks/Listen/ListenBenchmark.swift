import Foundation
import SaybusBus
import SaybusListening
import SaybusMessages
import SaybusSound
import SaybusSupport

/// `saybus-bench listen`: lets a listen stage process a long recording of speech and silence at full speed,
/// and checks that it misses no sentence and that its memory does not grow.
public struct ListenBenchmark: Sendable {
    /// The permitted growth of memory between a tenth of the recording and its end, in MiB: allocators keep
    /// some memory.
    private static let maximumGrowth = 8.0

    private let minutes: Int
    private let seed: UInt64

    /// Creates a benchmark with this many minutes of sound.
    public init(minutes: Int = 60, seed: UInt64 = 1) { (self.minutes, self.seed) = (minutes, seed) }

    /// Returns the measured figures.
    public func run() async throws -> [Figure] {
        let bench = try TemporaryBus()
        let path = bench.folder + "/long.wav"
        let truth = try await write(try await SentenceRecording.make(bench), to: path)
        guard let source = Source(role: .transcribe, instance: "bench") else { return [] }
        let bus = try Bus(at: bench.address, as: source, logger: bench.quiet)
        let tracker = ListenTurnTracker()
        let turns = bus.subscribe(to: [SpeechStarted.self, AudioInput.self, SpeechEnded.self])
        try await bus.ready()
        let listen = try bench.stage(.listen, "long", ["--wav", path])
        let began = ContinuousClock.now
        await withThrowingTaskGroup(of: Void.self) { group in
            // The listen stage requires a transcriber, which publishes a heartbeat every second.
            group.addTask {
                while !Task.isCancelled {
                    try bus.publish(
                        StageStatus(role: .transcribe, instance: "bench", state: .ready, pid: 1, uptimeMs: 0))
                    try await Task.sleep(for: .seconds(1))
                }
            }
            group.addTask {
                for await received in turns {
                    guard case .message(let message) = received else { continue }
                    guard let turn = tracker.record(message, memory: listen.residentKiB) else { continue }
                    try bus.publish(TurnEnded(outcome: .handled), session: message.header.session, turn: turn)
                }
            }
            await listen.ended()
            group.cancelAll()
        }
        let took = (ContinuousClock.now - began) / .seconds(1)
        await bus.close()
        let verdict = truth.evaluate(tracker.turns)
        return [
            Figure("sound heard", Double(minutes), "minutes"),
            Figure("faster than it was spoken", Double(minutes * 60) / max(0.001, took), "×", goal: .atLeast(10)),
            Figure("real-time factor", took / Double(minutes * 60), "s/s"),
            Figure("sentences spoken", Double(truth.sentences.count), "sentences"),
            Figure("turns found", Double(tracker.turns.count), "turns"),
            Figure("sentences that begin in no turn", Double(verdict.missed), "sentences", goal: .atMost(0)),
            Figure("turns in which no sentence begins", Double(verdict.extra), "turns", goal: .atMost(0)),
            Figure(
                "turns that begin or end where they should not", Double(verdict.misplaced), "turns", goal: .atMost(0)),
            Figure("turns with chunks that are missing", Double(tracker.incomplete), "turns", goal: .atMost(0)),
            Figure("memory after the first turn", Double(tracker.firstKiB) / 1024, "MiB"),
            Figure("memory at the end", Double(tracker.lastKiB) / 1024, "MiB"),
            Figure("grown since a tenth of the way", tracker.growthMiB, "MiB", goal: .atMost(Self.maximumGrowth)),
        ]
    }

    /// Writes sentences of varying loudness, with pauses of 1.5 to 8 seconds between them.
    private func write(_ sentence: String, to path: String) async throws -> SpeechGroundTruth {
        let reader = try SoundFileReader(path: sentence, rate: 16_000)
        var spoken: [Int16] = []
        while case let block = try reader.read(16_000), !block.isEmpty { spoken += block }
        let extent = SpeechExtent.find(in: spoken)
        var generator = SplitMix(seed: seed)
        let sink = try SoundFileSink(path: path, rate: 16_000)
        var written = 0
        var truth = SpeechGroundTruth()
        while written < minutes * 60 * 16_000 {
            let pause = (0..<Int.random(in: 24_000...128_000, using: &generator)).map { _ in
                Int16.random(in: -3...3, using: &generator)
            }
            let loudness = Double.random(in: 0.3...1, using: &generator)
            try await sink.play(pause + spoken.map { Int16(Double($0) * loudness) })
            let start = written + pause.count
            truth.sentences.append((start + extent.lowerBound) / 16..<(start + extent.upperBound) / 16)
            written = start + spoken.count
        }
        await sink.close()
        return truth
    }
}
