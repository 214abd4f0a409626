import SaybusMessages

/// A step that a ``VoiceSatellite`` asks its runner to take.
enum SatelliteAction: Sendable, Equatable {
    /// Send a message to Home Assistant.
    case send(SatelliteMessage)
    /// Publish what Home Assistant has heard.
    case transcript(SpeechTranscript, TurnID, Session)
    /// Play a sequence with this id; it belongs to a turn, or to none.
    case play(AudioSequence, MessageID, Session, TurnID?)
    /// Stop what plays on a track.
    case silence(track: String, Session)
    /// End a turn.
    case end(TurnEnded, TurnID, Session)
    /// Listen to the user without a wake word.
    case listen(Session)
    /// Fetch sounds, for ``VoiceSatellite/fetched(_:_:)``.
    case fetch([String], MessageID)
    /// Remove the files of sounds that were played.
    case remove([String])
    /// Tell that the answer of a run that was given up came late, and is dropped.
    case dropped
    /// Show a lasting problem in the status, or that there is none.
    case problem(String?)
    /// Show for a minute in the status that something has failed.
    case failure(String)
}
