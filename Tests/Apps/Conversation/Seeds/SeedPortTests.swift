import SaybusConversation
import SaybusMessages
import Testing

/// The first document: standard and custom recognizers. Each statement stands as in the document, renames aside.
@ConversationActor
private final class CommandRecognizersPort {
    private(set) var results: [String] = []

    func viewDidLoad(_ manager: ConversationManager) throws {
        let commandRegistry = try #require(manager.commandRegistry as? CommandRecognizerCatalog)
        commandRegistry.addCommandRecognizer(
            AvailableCommandsCommandRecognizer(
                responseTarget: self, action: CommandRecognizersPort.availableCommandsRequested))
        commandRegistry.addCommandRecognizer(
            SetSpeechRateCommandRecognizer(responseTarget: self, action: { $0.setSpeechRateRequested }))
        commandRegistry.addCommandRecognizer(
            SearchCommandRecognizer(actionBlock: { command in
                if let searchQuery = command.parameters[SearchCommandRecognizer.parameterQuery] {
                    self.updateAppResultLabelWithText("Received command:\n[Search for \(searchQuery)]")
                } else {
                    /* ... */
                }
            }))
        let helpIsAvailable = true
        // Note the action block's signature: we're returning a response now
        commandRegistry.addCommandRecognizer(
            HelpCommandRecognizer { command -> VoiceRequestResponse in
                if helpIsAvailable {
                    // respond with a new voice request
                    let followupRequest = StringRequest(
                        promptText: "What would you like help with?",
                        action: { result in
                            self.updateAppResultLabelWithText("Received command:\n[Help with \"\(result ?? "")\"")
                        })
                    return VoiceRequestResponse(followupRequest: followupRequest)
                } else {
                    // no need to follow up, just terminate the request and run the given action block
                    return VoiceRequestResponse.terminalResponse(action: {
                        self.updateAppResultLabelWithText("Received command:\n[Help, but none is available]")
                    })
                }
            })
        addSelect(to: commandRegistry)
        addGreetings(to: commandRegistry)
    }

    private func addSelect(to commandRegistry: CommandRecognizerCatalog) {
        let selectRecognizer = SelectCommandRecognizer(actionBlock: { command in
            if let name = command.parameters["name"] {  // Note our custom parameter, "name"
                self.updateAppResultLabelWithText("Received command:\n[Choose \(name)!]")
            } else if let itemName = command.parameters[SelectCommandRecognizer.parameterItemName] {
                self.updateAppResultLabelWithText("Received command:\n[Select \(itemName)]")
            } else if let itemNumber = command.parameters[SelectCommandRecognizer.parameterItemNumber] {
                self.updateAppResultLabelWithText("Received command:\n[Select item number \(itemNumber)]")
            } else {
                /* ... */
            }
        })
        let pattern = "i choose you @name"
        selectRecognizer.addTextMatcher(PatternCommandMatcher(pattern: pattern))
        commandRegistry.addCommandRecognizer(selectRecognizer)
    }

    private func addGreetings(to commandRegistry: CommandRecognizerCatalog) {
        let greetingsRecognizer = CustomCommandRecognizer(customType: "Greeting") { command in
            self.updateAppResultLabelWithText("Received command:\n[Greetings!]")
        }
        let patterns = ["hello", "hey", "what's up", "greetings"]
        greetingsRecognizer.addTextMatcher(PatternCommandMatcher(patterns: patterns))
        greetingsRecognizer.addTextMatcher(
            BlockCommandMatcher { text -> CommandSuggestion? in
                return text.contains("hi")
                    ? CommandSuggestion(confidence: Confidence.likely)
                    : CommandSuggestion(confidence: Confidence.unlikely)
            })
        commandRegistry.addCommandRecognizer(greetingsRecognizer)
        let knockRecognizer = CustomCommandRecognizer(customType: "Knock") { command -> VoiceRequestResponse in
            let feedbackPrompt = VoicePrompt(message: "Go away!")
            return VoiceRequestResponse(feedbackPrompt: feedbackPrompt, followupRequest: nil, action: nil)
        }
        knockRecognizer.addTextMatcher(PatternCommandMatcher(pattern: "knock knock"))
        commandRegistry.addCommandRecognizer(knockRecognizer)
    }

    func availableCommandsRequested() { updateAppResultLabelWithText("Received command:\n[Available Commands]") }

    func setSpeechRateRequested(command: Command) {
        if let newSpeechRate = command.parameters[SetSpeechRateCommandRecognizer.parameterSpeechRate] {
            self.updateAppResultLabelWithText("Received command:\n[Set speech rate to \(newSpeechRate)]")
        } else {
            /* ... */
        }
    }

    private func updateAppResultLabelWithText(_ text: String) { results.append(text) }
}

/// The third document: a list of products, and a search around it.
@ConversationActor
private protocol ProductTopicEventHandler: AnyObject, Sendable {
    func handlePlay()
    func handleSearch(command: Command)
}

@ConversationActor
private final class ProductListTopicPort: ConversationTopic {
    let eventHandler: any ProductTopicEventHandler

    init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        // add a recognizer for "play" commands, to begin reading the items in the list
        self.addCommandRecognizer(PlayCommandRecognizer(responseTarget: eventHandler, action: { $0.handlePlay }))
    }

    func speakProductTitles(titles: [String]) {
        let sequence = AudioEventSequence()
        for title in titles {
            sequence.addEvent(SpeechEvent(utteranceString: title))
        }
        // this is a method defined on the `ConversationTopic` base class that posts events to listeners
        self.postEvents(sequence)
    }
}

@ConversationActor
private final class ProductSearchTopicPort: ConversationTopic {
    let eventHandler: any ProductTopicEventHandler

    init(eventHandler: any ProductTopicEventHandler) {
        self.eventHandler = eventHandler
        super.init()
        // set up the search recognizer
        self.addCommandRecognizer(SearchCommandRecognizer(responseTarget: eventHandler, action: { $0.handleSearch }))
    }

    override func subtopic(_ subtopic: ConversationTopic, didPost incomingSeq: AudioEventSequence) {
        // preface the message with this introduction
        let prefaceEvent = SpeechEvent(utteranceString: "Here's what I found matching your query:")
        let outgoingSeq = AudioEventSequence(events: [prefaceEvent])
        outgoingSeq.appendSequence(incomingSeq)
        self.postEvents(outgoingSeq)
    }
}

@ConversationActor
private final class ViewControllerPort: ProductTopicEventHandler {
    var listTopic: ProductListTopicPort?

    func setUp(_ manager: ConversationManager) {
        let rootTopic = ProductSearchTopicPort(eventHandler: self)
        manager.commandRegistry = rootTopic
        manager.addAudioSource(rootTopic, forTrack: .main)
        let listTopic = ProductListTopicPort(eventHandler: self)
        rootTopic.addSubtopic(listTopic)
        self.listTopic = listTopic
        manager.retain(self)
    }

    func handlePlay() { listTopic?.speakProductTitles(titles: ["Apples", "Waffles", "Pancakes", "Toast", "Bananas"]) }

    func handleSearch(command: Command) {
        if let searchQuery = command.parameters[SearchCommandRecognizer.parameterQuery]?.text {
            listTopic?.speakProductTitles(titles: ["Waffles", "Pancakes", "Toast", searchQuery])
        } else {
            /* ... */
        }
    }
}

@Suite("SayKit's documents, ported line by line")
struct SeedPortTests {
    @Test("the snippets about command recognizers")
    func commandRecognizers() async throws {
        let port = await Task { @ConversationActor in CommandRecognizersPort() }.value
        let harness = try await Harness { manager in
            manager.commandRegistry = CommandRecognizerCatalog()
            do { try port.viewDidLoad(manager) } catch { Issue.record(error) }
        }
        for text in [
            "what can I say", "set the speech rate to two", "search for pancakes", "help", "the oven", "select Jiffy",
            "select the third one", "I choose you, Pikachu!", "hello", "what's up",
        ] {
            #expect(try await harness.say(text).outcome == .handled, "\(text)")
        }
        let results = await port.results.map { $0.dropFirst("Received command:\n".count) }
        #expect(
            results == [
                "[Available Commands]", "[Set speech rate to 2]", "[Search for pancakes]", "[Help with \"the oven\"",
                "[Select Jiffy]", "[Select item number 3]", "[Choose Pikachu!]", "[Greetings!]", "[Greetings!]",
            ])
        #expect(try await harness.say("knock knock").spoken == "Go away!")
        try await harness.stop()
    }

    @Test("the snippets about dialogues: two friends with one name lead to a question")
    func pokemonMail() async throws {
        let port = await Task { @ConversationActor in PokemonMailPort() }.value
        let harness = try await Harness { manager in
            let commandRegistry = CommandRecognizerCatalog()
            port.addRecognizers(to: commandRegistry)
            manager.commandRegistry = commandRegistry
        }
        #expect(try await harness.say("I choose you, Pikachu!").spoken == "Which one?")
        #expect(try await harness.say("Susan").outcome == .handled)
        #expect(try await harness.say("I choose you, John!").outcome == .handled)
        let recipients = await port.recipients
        #expect(recipients == ["Susan Pikachu", "John Smith"])
        try await harness.stop()
    }

    @Test("the snippets about topics: the search introduces the list")
    func topics() async throws {
        let harness = try await Harness { ViewControllerPort().setUp($0) }
        #expect(
            try await harness.say("search for jam").spoken
                == "Here's what I found matching your query: Waffles Pancakes Toast jam")
        #expect(try await harness.say("play").spoken?.hasSuffix("Apples Waffles Pancakes Toast Bananas") == true)
        try await harness.stop()
    }
}
