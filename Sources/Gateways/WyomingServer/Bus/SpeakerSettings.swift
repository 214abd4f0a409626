import SaybusAudioOutput
import SaybusMessages
import Synchronization

/// The volume, rate and voice of a satellite's speech, as `audio.control` sets them, for all tracks or for one.
///
/// They outlast the connection, which is lost from time to time.
final class SpeakerSettings: Sendable {
    private struct Values: Sendable {
        /// The voice of speech that names none.
        var voice: String?
        /// The rate of speech that gives none, in words a minute.
        var rate: Int?
        /// 0…1.
        var volume = 1.0
        var isMuted = false
    }

    /// The most tracks with settings of their own.
    private static let maximumTracks = 64

    /// The settings by track; those of nil are for all tracks.
    private let values = Mutex<[String?: Values]>([:])

    /// Applies a change.
    /// - Throws: `SynthesisError` for an unknown voice or a value out of range, ``RequestFailure`` for a track too
    ///   many. Nothing is changed then.
    func apply(_ control: AudioControl, _ synthesizer: any Synthesizer) async throws {
        switch control.action {
        case .volume:
            let volume = try control.volume()
            try change(control.track) { $0.volume = volume }
        case .mute: try change(control.track) { $0.isMuted = true }
        case .unmute: try change(control.track) { $0.isMuted = false }
        case .rate:
            let rate = try control.rate()
            // The engine checks range and voice with an empty text.
            _ = try await synthesizer.synthesize(AudioEvent.Speech("", rate: rate))
            try change(control.track) { $0.rate = rate }
        case .voice:
            if let voice = control.voice { _ = try await synthesizer.synthesize(AudioEvent.Speech("", voice: voice)) }
            try change(control.track) { $0.voice = control.voice }
        case .pause, .resume, .skip, .back, .stop: break
        }
    }

    /// Returns samples of a track with its volume.
    func amplified(_ samples: [Int16], on track: String) -> [Int16] {
        var level = 1.0
        for values in settings(of: track) { level *= values.isMuted ? 0 : values.volume }
        return level == 1 ? samples : samples.map { Int16((Double($0) * level).rounded()) }
    }

    /// Returns speech with its missing voice and rate.
    func applied(to speech: AudioEvent.Speech, on track: String) -> AudioEvent.Speech {
        var speech = speech
        for values in settings(of: track) {
            speech.voice = speech.voice ?? values.voice
            speech.rate = speech.rate ?? values.rate
        }
        return speech
    }

    /// Returns the settings that apply to a track, narrowest first.
    private func settings(of track: String) -> [Values] {
        values.withLock { values in
            let all: [Values?] = [values[track], values[String?.none]]
            return all.compactMap(\.self)
        }
    }

    private func change(_ track: String?, _ body: (inout Values) -> Void) throws(RequestFailure) {
        let hasRoom = values.withLock { values in
            guard values[track] != nil || values.count < Self.maximumTracks else { return false }
            body(&values[track, default: Values()])
            return true
        }
        guard hasRoom else {
            throw RequestFailure("audio-control", "\(Self.maximumTracks) tracks have settings of their own already")
        }
    }
}
