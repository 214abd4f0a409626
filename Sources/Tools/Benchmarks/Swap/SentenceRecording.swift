import Foundation
import SaybusBus
import SaybusMessages

/// A recording of the benchmarks' sentence, synthesized by saybus-audio.
enum SentenceRecording {
    /// Synthesizes the recording.
    /// - Returns: Its path.
    static func make(_ bench: TemporaryBus) async throws -> String {
        let path = bench.folder + "/sentence.wav"
        let bus = try bench.connect("recorder", tracking: [AudioSequence.self])
        let playbacks = bus.subscribe(AudioPlayback.self)
        let watch = StageMonitor(bus)
        try await bus.ready()
        let audio = try bench.stage(.audio, "recorder", ["--sink", "wav:\(path)"])
        let following = Task { try await watch.follow() }
        defer { following.cancel() }
        try await watch.wait(for: "recorder", .ready)
        try bus.publish(
            AudioSequence([
                .silence(durationMs: 300), .speech(.init(TemporaryBus.sentence)), .silence(durationMs: 900),
            ]))
        for try await playback in playbacks where playback.body.item == nil {
            if playback.body.state == .finished { break }
            if let reason = playback.body.reason {
                throw BenchmarkError(.speech, "saybus-audio cannot speak: \(reason)")
            }
        }
        audio.terminate()
        await audio.ended()
        await bus.close()
        return path
    }
}
