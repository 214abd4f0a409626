import Logging
import SaybusAudioOutput
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

extension PeerSpeaker {
    /// The duration of the sound that a satellite has ahead, for a network that stands still for a moment. What it has
    /// cannot be stopped any more.
    private static let lead = Duration.seconds(2)
    /// The time after the end of speech in which the peer must say that it was played.
    private static let grace = Duration.seconds(3)

    /// Plays a sequence, and reports that.
    func play(_ sequence: Message<AudioSequence>) async {
        let (header, track) = (sequence.header, sequence.body.trackName)
        let (speech, language) = (sequence.body.speech, turns.language(of: sequence.body))
        guard !speech.isEmpty else {
            turns.report(.started, of: header)
            return turns.report(.finished, of: header)
        }
        await awaitChanges()
        var voice = PeerVoice(peer, synthesizer, rate: Self.rate)
        voice.pass = { [self] samples in await pass(samples, on: track) }
        do {
            // The text is for the satellite's own services, such as a display.
            try await peer.send(
                WyomingEvent(type: "synthesize", data: ["text": .string(sequence.body.spokenText)]))
            for speech in speech where !mustEnd {
                changePlaying { $0.isSkipping = false }
                try await speak(settings.applied(to: speech, on: track), in: language, of: header, &voice)
            }
        } catch {
            fail(error)
        }
        do {
            // Counted first, since the peer may say at once that it was played. After a failure the peer still waits
            // for the end of the sound that it was told of.
            state.change { $0.sent += 1 }
            try await voice.finish()
        } catch {
            fail(error)
        }
        reportEnd(await awaitPlayed())
    }

    /// Speaks a speech of a sequence, as an audio stage does: one that cannot be spoken is left out, and of one with a
    /// mistake in its markup the words are spoken.
    private func speak(
        _ speech: AudioEvent.Speech, in language: String?, of header: Header, _ voice: inout PeerVoice
    ) async throws {
        do {
            try await voice.speak(speech, in: language) { begin(header) }
            changePlaying { $0.hasPlayed = true }
        } catch is SpeechCut {
            changePlaying { $0.hasPlayed = $0.hasPlayed || $0.hasStarted }
        } catch let error as SynthesisError {
            tell(error)
            changePlaying { $0.leaveOut(because: "\(error)") }
            guard error.code == .badMarkup, let plain = speech.withoutMarkup else { return }
            try await speak(plain, in: language, of: header, &voice)
        }
    }

    /// Changes the sequence that is being played, if there is one.
    func changePlaying(_ body: (inout PlayingSequence) -> Void) {
        state.change { state in
            guard var playing = state.playing else { return }
            body(&playing)
            state.playing = playing
        }
    }

    /// Whether nothing more of the sequence is to be played.
    private var mustEnd: Bool { Task.isCancelled || state.value.playing?.ending != nil }

    private func fail(_ error: any Error) {
        guard !mustEnd else { return }
        tell(error)
        changePlaying { $0.end(because: "\(error)") }
    }

    /// Tells of speech that is not played. What fails again and again does not fill the log.
    private func tell(_ error: any Error) {
        guard let count = turns.loggedCount(of: "\(error)") else { return }
        logger.warning(
            "a peer does not play", metadata: ["peer": "\(peer.name)", "error": "\(error)", "count": "\(count)"])
    }

    private func begin(_ header: Header) {
        let isFirst = state.value.playing?.hasStarted == false
        changePlaying { $0.hasStarted = true }
        if isFirst { turns.report(.started, of: header) }
    }

    /// Waits until samples are due.
    /// - Returns: The samples with the volume of their track; nil when they are left out.
    private func pass(_ samples: [Int16], on track: String) async -> [Int16]? {
        while !mustEnd, let playing = state.value.playing, !playing.isCut {
            if playing.isPaused {
                await state.wait { $0.playing?.isPaused != true || $0.playing?.isCut == true }
                continue
            }
            let early = playing.sound.left(at: .now) - Self.lead
            guard early > .zero, !playing.sound.isPlayedAsWhole else {
                let duration = Duration.seconds(Double(samples.count) / Double(Self.rate))
                changePlaying { $0.sound.send(duration, at: .now) }
                return settings.amplified(samples, on: track)
            }
            _ = await state.wait(within: early) { $0.playing?.isPaused == true || $0.playing?.isCut == true }
        }
        return nil
    }

    /// Waits until the peer has played what was sent, or the sequence is to end.
    /// - Returns: Whether it was played to its end; by the clock, if the peer does not say so.
    private func awaitPlayed() async -> Bool {
        changePlaying { playing in
            playing.isSent = true
            playing.sound.end(at: .now)
        }
        let stream = state.value.sent
        let left = state.value.playing?.sound.left(at: .now) ?? .zero
        _ = await state.wait(within: left + Self.grace) { $0.played >= stream || $0.playing?.ending != nil }
        if mustEnd, state.value.played < stream { return false }
        // A late report must not count for the next stream.
        state.change { $0.played = max($0.played, stream) }
        return true
    }

    private func reportEnd(_ isFinished: Bool) {
        guard let playing = state.value.playing else { return }
        if isFinished, playing.hasPlayed || playing.problem == nil {
            return turns.report(.finished, of: playing.header, reason: playing.problem)
        }
        let reason = playing.ending?.reason ?? playing.problem ?? Self.gone
        // As in the audio stage, a sequence that has not begun is skipped, whoever has ended it.
        guard playing.hasStarted else {
            return turns.report(
                .skipped, of: playing.header, reason: reason, cause: playing.ending?.cause)
        }
        turns.report(
            .interrupted, of: playing.header, reason: reason, cause: playing.ending?.cause,
            heard: playing.sound.heard(at: .now))
    }
}
