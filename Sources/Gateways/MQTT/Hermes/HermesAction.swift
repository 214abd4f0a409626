import SaybusMessages

/// An action of ``HermesBridge`` for its runner.
enum HermesAction: Sendable, Equatable {
    /// Publish JSON on a Hermes topic.
    case hermes(topic: String, JSONValue)
    /// Play a sequence; its reports return by its id.
    case play(AudioSequence, MessageID, Session)
    /// Ask the listening stage for a turn, or another way of listening, by a request of this id.
    case listen(ListenRequest, MessageID, Session)
    /// Publish a text as a transcript of a new turn.
    case transcript(SpeechTranscript, TurnID, Session)
    /// Acknowledge a command, before it is answered.
    case take(Header)
    /// Answer a command.
    case respond(CommandResponse, Header)
    /// Write a sound that is to be played.
    case write(path: String, bytes: [UInt8])
    /// Remove a sound that has been played.
    case remove(path: String)
    /// Record why a message was refused.
    case refuse(String)
}
