import SaybusMessages
import SaybusSupport
import Synchronization

extension PeerSpeaker {
    private static let stopped = "stopped on demand"
    private static let spokenOver = "the user spoke"
    /// The most changes of the speech that wait for an engine.
    private static let maximumChanges = 32

    /// Applies a control to the sequences that play or wait, or to later speech.
    /// - Throws: ``RequestFailure`` or `SynthesisError` for a change that is not made.
    func control(_ control: AudioControl) throws {
        switch control.action {
        case .stop: try stop(control.track)
        case .pause: try pause(control.track)
        case .resume: resume(control.track)
        case .skip: try skip(control.track)
        case .back: throw RequestFailure("audio-control", "a satellite cannot go back in what it plays: \(peer.name)")
        case .volume, .mute, .unmute, .rate, .voice: try change(control)
        }
    }

    /// Returns the sequence that is being played, if it is on a track; nil means all tracks.
    private func playing(on track: String?) -> PlayingSequence? {
        guard let playing = state.value.playing, track == nil || playing.track == track else { return nil }
        return playing
    }

    /// Changes a sequence, unless another one is played by now.
    private func change(_ sequence: PlayingSequence, _ body: (inout PlayingSequence) -> Void) {
        changePlaying { playing in
            guard playing.header.id == sequence.header.id else { return }
            body(&playing)
        }
    }

    /// Changes the speech that follows. An engine may take its time to find a voice, and what follows waits for it.
    private func change(_ control: AudioControl) throws {
        try changes.withLock { changes in
            guard changes.count < Self.maximumChanges else {
                throw RequestFailure("audio-control", "\(Self.maximumChanges) changes of the speech wait already")
            }
            changes.count += 1
            let former = changes.last
            changes.last = Task {
                await former?.value
                do { try await settings.apply(control, synthesizer) } catch { turns.refused(error) }
                self.changes.withLock { $0.count -= 1 }
            }
        }
    }

    /// Waits until all changes of the speech so far are made.
    func awaitChanges() async { await changes.withLock(\.last)?.value }

    /// Ends the sequences that a new one replaces by its policy.
    func makeRoom(for sequence: AudioSequence) {
        switch sequence.policy {
        case .interrupt:
            let reason = "interrupted by a newer sequence"
            drop(sequence.trackName, reason, .newerSequence)
            if let playing = playing(on: sequence.trackName) {
                change(playing) { $0.end(because: reason, .newerSequence) }
            }
        case .replace: drop(sequence.trackName, "replaced by a newer sequence", .newerSequence)
        case .append, nil: break
        }
    }

    /// Ends a sequence that gives way to the user's speech, with those of its track that wait and do so, too.
    func userSpeaks() {
        guard let playing = playing(on: nil), playing.givesWayToSpeech(at: .now) else { return }
        change(playing) { $0.end(because: Self.spokenOver, .bargeIn) }
        drop(playing.track, Self.spokenOver, .bargeIn) { $0.givesWayToSpeech }
    }

    private func drop(
        _ track: String?, _ reason: String, _ cause: AudioPlayback.Cause,
        if isConcerned: (AudioSequence) -> Bool = { _ in true }
    ) {
        let dropped = state.change { state in
            let onTrack = state.waiting.filter { track == nil || $0.body.trackName == track }
            let concerned = onTrack.filter { isConcerned($0.body) }
            let ids = Set(concerned.map(\.header.id))
            state.waiting.removeAll { ids.contains($0.header.id) }
            return concerned
        }
        for sequence in dropped { turns.report(.skipped, of: sequence.header, reason: reason, cause: cause) }
    }

    private func stop(_ track: String?) throws {
        drop(track, Self.stopped, .demand)
        guard let playing = playing(on: track) else { return }
        change(playing) { $0.end(because: Self.stopped, .demand) }
        // Of other satellites only the sound of a moment is left.
        if playing.isSent, playing.sound.isPlayedAsWhole { throw tooLate }
    }

    private func pause(_ track: String?) throws {
        guard let playing = playing(on: track), !playing.isPaused else { return }
        guard !playing.isSent else { throw tooLate }
        change(playing) { $0.isPaused = true }
        guard playing.hasStarted else { return }
        turns.report(
            .suspended, of: playing.header, reason: "paused on demand", heard: playing.sound.heard(at: .now))
    }

    private func resume(_ track: String?) {
        guard let playing = playing(on: track), playing.isPaused else { return }
        change(playing) { $0.isPaused = false }
        if playing.hasStarted { turns.report(.resumed, of: playing.header) }
    }

    private func skip(_ track: String?) throws {
        guard let playing = playing(on: track) else { return }
        guard !playing.isSent else { throw tooLate }
        change(playing) { $0.isSkipping = true }
    }

    private var tooLate: RequestFailure {
        RequestFailure("audio-control", "the satellite has all of it already, and plays it to its end: \(peer.name)")
    }
}
