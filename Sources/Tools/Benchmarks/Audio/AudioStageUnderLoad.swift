import SaybusBus
import SaybusMessages

/// A `saybus-audio` process on a bus of its own, with a client that publishes sequences.
final class AudioStageUnderLoad {
    private let temporary: TemporaryBus
    private let stage: BenchmarkProgram
    private let bus: Bus
    private var playbacks: Subscription<AudioPlayback>.AsyncIterator

    /// Starts the stage with further options.
    init(_ options: [String] = []) async throws {
        temporary = try TemporaryBus()
        bus = try temporary.connect("audio", tracking: [AudioSequence.self])
        playbacks = bus.subscribe(AudioPlayback.self).makeAsyncIterator()
        stage = try temporary.stage(.audio, "audio-1", ["--sink", "null"] + options)
        let watch = StageMonitor(bus)
        let follow = Task { try await watch.follow() }
        defer { follow.cancel() }
        try await bus.ready(within: .seconds(30))
        try await watch.wait(for: "audio-1", .ready)
    }

    /// The resident memory of the stage.
    var residentKiB: Int { stage.residentKiB }

    /// Plays a sequence to its end.
    /// - Returns: The time from publishing until its playback was reported as started.
    func firstSample(of sequence: AudioSequence) async throws -> Duration {
        let began = ContinuousClock.now
        let id = try bus.publish(sequence).id
        var time: Duration?
        while let message = try await playbacks.next() {
            guard message.body.sequence == id else { continue }
            if message.body.state == .started { time = ContinuousClock.now - began }
            guard message.body.isOver else { continue }
            guard let time else { break }
            return time
        }
        throw BenchmarkError(.stage, "saybus-audio did not play")
    }

    /// Queues sequences behind a paused one, in several sessions: the audio stage takes ten minutes of sound for each.
    func queueSequences(_ count: Int) async throws {
        // The silence is so long that the null sink, which plays faster than real time, does not finish it before
        // the pause.
        let silence = [AudioEvent](repeating: .silence(durationMs: 60_000), count: 1000)
        let held = try bus.publish(AudioSequence(silence)).id
        try await waitForReport(.started, of: held)
        try bus.publish(AudioControl(.pause))
        try await waitForReport(.suspended, of: held)
        var last = held
        for index in 0..<count {
            last = try bus.publish(
                AudioSequence([.speech(.init("This one waits until the others have been heard."))]),
                session: Session(rawValue: "room-\(index / 100)")
            ).id
        }
        try await waitForReport(.queued, of: last)
    }

    private func waitForReport(_ state: AudioPlayback.State, of id: MessageID) async throws {
        while let message = try await playbacks.next() {
            if message.body.sequence == id, message.body.state == state { return }
            if message.body.sequence == id, message.body.isOver { break }
        }
        throw BenchmarkError(.stage, "saybus-audio did not say \(state.rawValue)")
    }
}
