import SaybusConversation

/// A controller that connects the topics with the audio tracks: speech on the main track, the episode on a track
/// below it, chimes on a track above it.
@ConversationActor
final class PodcastController: PlayerControls {
    private unowned let manager: ConversationManager
    private let root = ConversationTopic()
    private let episodes = SoundBoard()
    private let chimes = SoundBoard()
    private var player: PlayerTopic?
    private var episode: Episode?

    init(manager: ConversationManager) { self.manager = manager }

    func setUp() {
        manager.trackCoordinator.registerTrack("episode", priority: 1)
        manager.trackCoordinator.registerTrack("chime", priority: 50)
        manager.addAudioSource(root, forTrack: .main)
        manager.addAudioSource(episodes, forTrack: "episode")
        manager.addAudioSource(chimes, forTrack: "chime")
        manager.commandRegistry = root
        manager.notUnderstoodMessage = "Say \"what can I say\" to hear what I understand."
        let library = LibraryTopic { [weak self] in self?.play($0) }
        root.addCommandRecognizer(RepeatCommandRecognizer(repeating: library))
        root.addSubtopic(library)
        root.addSubtopic(SpeechSettingsTopic(manager: manager))
        root.addSubtopic(GuidanceTopic(manager: manager, helpOf: root))
    }

    /// Starts an episode and adds its commands.
    private func play(_ episode: Episode) {
        stop()
        self.episode = episode
        let player = PlayerTopic(episode, controls: self)
        self.player = player
        root.addSubtopic(player)
        begin(episode)
    }

    private func begin(_ episode: Episode) { episodes.play(CompositeEvent(events: episode.sound)) }

    func pause() { manager.trackCoordinator.track("episode")?.cancelAll() }

    func resume() { if let episode { begin(episode) } }

    func stop() {
        pause()
        if let player { root.removeSubtopic(player) }
        player = nil
        episode = nil
    }

    func chime() { chimes.playTone(ToneEvent(frequency: 1047, duration: .milliseconds(120))) }
}
