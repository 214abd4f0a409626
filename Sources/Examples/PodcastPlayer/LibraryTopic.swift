import SaybusConversation

/// A topic for searching and choosing episodes. A subtopic reads the results after this topic's introduction.
@ConversationActor
final class LibraryTopic: ConversationTopic {
    private let list = EpisodeListTopic()
    private let play: (Episode) -> Void
    private var found = Episode.library
    private var current = 0

    /// Creates a topic.
    /// - Parameter play: Called to play the chosen episode.
    init(play: @escaping @ConversationActor (Episode) -> Void) {
        self.play = play
        super.init()
        helpText = "You can search for something, go through what was found, and select an episode."
        addSubtopic(list)
        addCommandRecognizer(SearchCommandRecognizer(responseTarget: self, action: LibraryTopic.search))
        addCommandRecognizer(NextCommandRecognizer { [weak self] in self?.read(by: 1) })
        addCommandRecognizer(PreviousCommandRecognizer { [weak self] in self?.read(by: -1) })
        addCommandRecognizer(SelectCommandRecognizer(responseTarget: self, action: LibraryTopic.select))
        addCommandRecognizer(SwitchTabCommandRecognizer(responseTarget: self, action: LibraryTopic.switchTab))
    }

    override func subtopic(_ subtopic: ConversationTopic, didPost sequence: AudioEventSequence) {
        let whole = AudioEventSequence(events: [SpeechEvent(utteranceString: "I found \(found.count):")])
        whole.appendSequence(sequence)
        postEvents(whole)
    }

    private func search(command: Command) {
        let query = command.parameters[SearchCommandRecognizer.parameterQuery]?.text?.lowercased() ?? ""
        show { query.isEmpty || "\($0.title) \($0.show)".lowercased().contains(query) }
    }

    private func switchTab(command: Command) {
        let name = command.parameters[SwitchTabCommandRecognizer.parameterTabName]?.text?.lowercased() ?? ""
        show { $0.show.lowercased().contains(name) }
    }

    private func show(_ fits: (Episode) -> Bool) {
        found = Episode.library.filter(fits)
        current = 0
        list.speak(found)
    }

    private func read(by step: Int) {
        guard !found.isEmpty else { return speak("There is nothing in the list.") }
        current = min(max(0, current + step), found.count - 1)
        speak("\(found[current].title), \(found[current].minutes) minutes.")
    }

    /// Selects an episode by name or number. An ambiguous name leads to a question.
    private func select(command: Command) -> VoiceRequestResponse {
        if let number = command.parameters[SelectCommandRecognizer.parameterItemNumber]?.integer {
            guard found.indices.contains(number - 1) else { return .feedback("There are \(found.count).") }
            return confirm(found[number - 1])
        }
        guard let name = command.parameters[SelectCommandRecognizer.parameterItemName]?.text?.lowercased() else {
            return .feedback("Which one?")
        }
        let fitting = Episode.library.filter { "\($0.title) \($0.show)".lowercased().contains(name) }
        switch fitting.count {
        case 0: return .feedback("There is no \(name).")
        case 1: return confirm(fitting[0])
        default:
            let titles = fitting.map(\.title)
            let which = SelectRequest(
                options: fitting.map { SelectOption(label: $0.title) },
                prompt: VoicePrompt(message: "Which one: \(titles.joined(separator: " or "))?"),
                responder: StandardRequestResponder())
            which.standardResponder.successResponder = { [weak self] choice, _ in
                guard let self, let choice else { return .done }
                return confirm(fitting[choice.selectedIndex])
            }
            return .followup(which)
        }
    }

    private func confirm(_ episode: Episode) -> VoiceRequestResponse {
        .followup(
            ConfirmationRequest(promptText: "\(episode.title), \(episode.minutes) minutes. Shall I play it?") {
                [weak self] answer in
                if answer == true { self?.play(episode) } else { self?.speak("As you like.") }
            })
    }
}
