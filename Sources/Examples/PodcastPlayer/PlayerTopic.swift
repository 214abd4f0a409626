import SaybusConversation

/// The commands that are valid while an episode plays. The topic is added and removed with the episode.
@ConversationActor
final class PlayerTopic: ConversationTopic {
    private let episode: Episode
    private let controls: any PlayerControls
    private var minute = 0

    init(_ episode: Episode, controls: any PlayerControls) {
        (self.episode, self.controls) = (episode, controls)
        super.init()
        helpText = "While it plays you can pause, skip, set a sleep timer, keep a note, or send it to a friend."
        addCommandRecognizer(PauseCommandRecognizer { [weak self] in self?.controls.pause() })
        addCommandRecognizer(PlayCommandRecognizer { [weak self] in self?.controls.resume() })
        addPatterns("Skip", ["skip @minutes:Number minutes", "jump ahead"], "Skips some minutes.") {
            [weak self] command in
            self?.skip(command.parameters["minutes"]?.integer ?? 1) ?? .done
        }
        addPatterns("SleepTimer", ["set a sleep timer", "stop after a while"], "Stops after some minutes.") {
            [weak self] _ in .followup(Questions.sleepTimer { self?.speak("I stop in \(Int($0)) minutes.") })
        }
        addPatterns("Note", ["keep a note", "bookmark this"], "Keeps a note on this minute.") { [weak self] _ in
            .followup(Questions.noteRequest { self?.keep($0) })
        }
        addPatterns("Send", ["send it to a friend", "share this"], "Sends it to a friend.") { [weak self] _ in
            .followup(Questions.friend { self?.speak("\($0) gets \(self?.episode.title ?? "it").") })
        }
        addPatterns("Stop", ["stop the player", "that is enough"], "Stops the episode.") { [weak self] _ in
            VoiceRequestResponse(
                feedbackPrompt: VoicePrompt(message: "Goodbye, \(self?.episode.show ?? "")."),
                action: { self?.controls.stop() })
        }
        addLength()
    }

    /// Adds a command about the episode's length that accepts its words in any order, which no pattern can
    /// express.
    private func addLength() {
        let length = CustomCommandRecognizer(
            customType: "Length",
            responseBuilder: { [episode] in .feedback("\(episode.title) takes \(episode.minutes) minutes.") })
        length.addTextMatcher(
            BlockCommandMatcher { text in
                let isAsked = ["how long", "how many minutes", "length"].contains { text.lowercased().contains($0) }
                return CommandSuggestion(confidence: isAsked ? Confidence.veryLikely : Confidence.none)
            })
        length.summary = "Tells how long it is."
        length.addMenuItem(label: "Length")
        addCommandRecognizer(length)
    }

    private func addPatterns(
        _ type: String, _ patterns: [String], _ summary: String,
        _ respond: @escaping @ConversationActor (Command) -> VoiceRequestResponse
    ) {
        let recognizer = CustomCommandRecognizer(customType: type, responseBuilder: { respond($0) })
        recognizer.addTextMatcher(PatternCommandMatcher(patterns: patterns))
        recognizer.summary = summary
        addCommandRecognizer(recognizer)
    }

    private func skip(_ minutes: Int) -> VoiceRequestResponse {
        minute = min(max(0, minute + minutes), episode.minutes)
        return .feedback("Minute \(minute).")
    }

    private func keep(_ note: String) {
        controls.chime()
        speak("At minute \(minute): \(note).")
    }
}
