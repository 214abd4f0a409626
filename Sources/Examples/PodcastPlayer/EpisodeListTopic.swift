import SaybusConversation

/// A topic that reads a list of episodes.
@ConversationActor
final class EpisodeListTopic: ConversationTopic {
    /// Reads the titles one after the other.
    func speak(_ episodes: [Episode]) {
        let sequence = AudioEventSequence()
        for episode in episodes { sequence.addEvent(SpeechEvent(utteranceString: "\(episode.title).")) }
        postEvents(sequence)
    }
}
