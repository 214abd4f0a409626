import SaybusConversation

/// How a list of episodes is spoken.
@ConversationActor
final class EpisodeListTopic: ConversationTopic {
    /// Reads the titles one after the other.
    func speak(_ episodes: [Episode]) {
        let sequence = AudioEventSequence()
        for episode in episodes { sequence.addEvent(SpeechEvent(utteranceString: "\(episode.title).")) }
        postEvents(sequence)
    }
}
