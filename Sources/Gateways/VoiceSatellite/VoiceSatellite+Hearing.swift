import SaybusMessages
import SaybusStage

/// The listener's sound.
extension VoiceSatellite {
    /// The name of the recognizer in transcripts.
    static let engine = "home-assistant"
    /// The most chunks of sound that wait for Home Assistant to take the pipeline: 60 s.
    private static let maximumChunks = 1_000

    /// Handles a chunk of a turn's sound.
    mutating func heard(_ chunk: AudioInput, _ header: Header, now: ContinuousClock.Instant) -> [SatelliteAction] {
        guard var run, run.turn == header.turn, !run.isHeard else { return [] }
        run.deadline = now + Self.eventTimeout
        let sound = run.order(header) { $0.accept(chunk, header) }
        self.run = run
        if let problem = run.buffer?.problem { return fail(run, problem) }
        return pass(sound)
    }

    /// Records that a turn's sound is complete, or that the turn was withdrawn.
    mutating func ended(_ ended: SpeechEnded, _ header: Header) -> [SatelliteAction] {
        guard var run, run.turn == header.turn else { return [] }
        if ended.reason == .withdrawn { return abandon() }
        let rest = run.isHeard ? [] : run.order(header) { $0.end(ended, header) }
        run.isHeard = true
        self.run = run
        return pass(rest) + (run.isTaken ? [.send(.sound([], isEnd: true))] : [])
    }

    /// Passes sound on, or keeps it until Home Assistant takes the pipeline.
    private mutating func pass(_ sound: [[UInt8]]) -> [SatelliteAction] {
        guard let run else { return [] }
        if run.isTaken { return sound.map { .send(.sound($0, isEnd: false)) } }
        self.run?.waiting += sound.prefix(max(0, Self.maximumChunks - run.waiting.count))
        return []
    }

    /// Returns the transcript of the run, which says how much of its sound was lost.
    func transcript(_ text: String) -> SpeechTranscript {
        let missing = run?.buffer?.missing ?? 0
        return SpeechTranscript(
            text: text, engine: Self.engine, empty: text.isEmpty ? .silence : nil,
            missingChunks: missing > 0 ? missing : nil)
    }
}

extension VoiceSatellite.Run {
    /// The most samples of a message: a second. The silence of a long gap is no message of ESPHome, which has 64 KiB at
    /// most.
    private static let maximumPieceSamples = PCMFormat.speech.samples(.seconds(1))

    /// Applies a message about the listener's sound.
    /// - Returns: The sound that is in order now.
    mutating func order(_ header: Header, _ change: (inout TurnReorderBuffer) -> Void) -> [[UInt8]] {
        var buffer = self.buffer ?? TurnReorderBuffer(id: turn, header: header)
        // The satellite has heard the turn begin.
        buffer.start()
        change(&buffer)
        let sound = buffer.takeSound().flatMap { samples, _ -> [[UInt8]] in
            stride(from: 0, to: samples.count, by: Self.maximumPieceSamples).map { start in
                PCM.bytes(samples[start...].prefix(Self.maximumPieceSamples))
            }
        }
        self.buffer = buffer
        return sound
    }
}
