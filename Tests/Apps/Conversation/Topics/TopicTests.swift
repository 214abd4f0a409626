import SaybusConversation
import SaybusMessages
import SaybusTesting
import Testing

@Suite("Topics")
@ConversationActor
struct TopicTests {
    final class RecordingListener: AudioEventListener {
        var heard: [(source: ObjectIdentifier, words: String)] = []
        func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
            heard.append((ObjectIdentifier(source), words(sequence)))
        }
    }

    final class Prefacing: ConversationTopic {
        var swallows = false
        override func subtopic(_ subtopic: ConversationTopic, didPost sequence: AudioEventSequence) {
            guard !swallows else { return }
            let outgoing = AudioEventSequence(events: [SpeechEvent(utteranceString: "Here:")])
            outgoing.appendSequence(sequence)
            postEvents(outgoing)
        }
    }

    static func words(_ sequence: AudioEventSequence) -> String {
        AudioEvent.composite(sequence.events.flatMap(\.operations)).spokenText
    }

    private func speech(_ text: String) -> AudioEventSequence {
        AudioEventSequence(events: [SpeechEvent(utteranceString: text)])
    }

    @Test("a topic's recognizers are its own, followed by its subtopics', and changes take effect at once")
    func recognizers() {
        let (root, first, second) = (ConversationTopic(), ConversationTopic(), ConversationTopic())
        second.addCommandRecognizer(BackCommandRecognizer {})
        first.addCommandRecognizer(PlayCommandRecognizer {})
        root.addSubtopic(first)
        root.addCommandRecognizer(HelpCommandRecognizer {})
        first.addSubtopic(second)
        #expect(root.commandRecognizers.map(\.commandType) == ["Help", "Play", "Back"])
        second.addSubtopic(root)
        #expect(second.subtopics.isEmpty, "a topic is not inside itself")
        root.removeSubtopic(first)
        #expect(root.commandRecognizers.map(\.commandType) == ["Help"])
    }

    @Test("a subtopic's sequence is passed on by its parent, modified or suppressed, with its completions")
    func interception() {
        let (root, list, listener) = (Prefacing(), ConversationTopic(), RecordingListener())
        root.addListener(listener)
        root.addSubtopic(list)
        let sequence = speech("Waffles")
        var ends = 0
        sequence.addEvent(SpeechEvent(utteranceString: "Toast")) { _ in ends += 1 }
        list.postEvents(sequence)
        #expect(listener.heard.map(\.words) == ["Here: Waffles Toast"])
        #expect(listener.heard.map(\.source) == [ObjectIdentifier(root)])
        #expect(list.lastPostedEvents?.items.count == 2)
        #expect(root.lastPostedEvents?.items.count == 3)
        root.lastPostedEvents?.items.last?.completion?(.finished)
        #expect(ends == 1)
        root.swallows = true
        list.postEvents(speech("Unheard"))
        #expect(listener.heard.count == 1)
        root.swallows = false
        root.removeSubtopic(list)
        list.postEvents(speech("Elsewhere"))
        #expect(listener.heard.count == 1)
    }

    @Test("the last sequence can be posted again without its completions")
    func repeating() {
        let (topic, listener) = (ConversationTopic(), RecordingListener())
        topic.addListener(listener)
        #expect(!topic.repeatLastPostedEvents())
        let sequence = AudioEventSequence()
        var ends = 0
        sequence.addEvent(SpeechEvent(utteranceString: "News.")) { _ in ends += 1 }
        topic.postEvents(sequence)
        #expect(topic.repeatLastPostedEvents())
        #expect(listener.heard.map(\.words) == ["News.", "News."])
        #expect(topic.lastPostedEvents?.items.first?.completion == nil)
        sequence.addEvent(SpeechEvent(utteranceString: "Later."))
        #expect(topic.lastPostedEvents?.items.count == 1, "what was posted stays as it was")
        topic.speak([])
        topic.speak("  ")
        #expect(!topic.repeatLastPostedEvents(), "there is nothing to hear")
    }

    @Test("a last part that ends after \"start over\" is not the end of what is told")
    func startedOver() {
        let topic = MultipartTopic(parts: ["Only this."])
        var ends = 0
        topic.onEnd = { ends += 1 }
        topic.start()
        let former = topic.lastPostedEvents
        topic.start()
        former?.items.last?.completion?(.finished)
        #expect(ends == 0)
        topic.lastPostedEvents?.items.last?.completion?(.finished)
        #expect(ends == 1)
    }

    @Test("a last part that the user speaks over has ended when the user goes on", arguments: [true, false])
    func spokenOver(isToldFirst: Bool) async throws {
        let (topic, ends) = (MultipartTopic(parts: ["Only this."]), Ends())
        topic.onEnd = { ends.count += 1 }
        topic.start()
        let completion = try #require(topic.lastPostedEvents?.items.last?.completion)
        let next = try #require(topic.commandRecognizers.first { $0 is NextCommandRecognizer })
        if isToldFirst { completion(.interrupted(at: .seconds(1))) }
        #expect(ends.count == 0)
        let response = try await next.responseBuilder(Command(type: next.commandType))
        try await response.action?()
        if !isToldFirst { completion(.interrupted(at: .seconds(1))) }
        #expect(ends.count == 1)
    }

    @Test("spoken rates, volumes and voices change the settings")
    func settings() {
        var settings = SpeechSettings()
        for (said, rate) in [(Parameter.Value.number(1.5), 263), (200, 200), ("slow", 131)] {
            check(settings.setRate(said: said))
            #expect(settings.rate == rate)
        }
        for said in [Parameter.Value.number(20), 5, 3, 1000, 0, "purple"] { check(!settings.setRate(said: said)) }
        for (said, volume) in [(Parameter.Value.number(50), 0.5), (0.25, 0.25), ("full", 1), (1, 0.01), (100, 1)] {
            check(settings.setVolume(said: said))
            #expect(settings.volume == volume)
        }
        check(!settings.setVolume(said: 101))
        for _ in 0..<20 { settings.scaleRate(by: 1.2) }
        for _ in 0..<20 { settings.changeVolume(by: -0.2) }
        #expect(settings.rate == 450 && settings.volume == 0)
        settings.setVoice("en-gb")
        #expect(settings.voice == "en-gb")
        settings.setVoice("default")
        #expect(settings.voice == nil)
    }
}

/// A number of ends.
@ConversationActor
private final class Ends {
    var count = 0
}

@Suite("Numbers of entries that a program sends")
@ConversationActor
struct EntryNumberTests {
    @Test("a number that the list does not have is refused, however small or large", arguments: [Int.min, -1, 0, 3])
    func refused(number: Int) async throws {
        let list = ListTopic<String> { $0 }
        list.show(["Red", "Green"])
        let select = try #require(list.commandRecognizers.first { $0 is SelectCommandRecognizer })
        let response = try await select.responseBuilder(
            Command(type: select.commandType, parameters: ["itemNumber": .number(Double(number))]))
        #expect(response.feedbackPrompt?.text == "There are 2.")
        #expect(list.current == nil)
    }

    @Test(
        "what is no position chooses nothing, also not what was read last",
        arguments: [2.5, "two"] as [Parameter.Value])
    func noPosition(said: Parameter.Value) async throws {
        let list = ListTopic<String> { $0 }
        list.show(["Red", "Green"])
        let select = try #require(list.commandRecognizers.first { $0 is SelectCommandRecognizer })
        _ = try await select.responseBuilder(Command(type: select.commandType, parameters: ["itemNumber": 1]))
        #expect(list.current == 0)
        let response = try await select.responseBuilder(
            Command(type: select.commandType, parameters: ["itemNumber": said]))
        #expect(response.feedbackPrompt?.text == "There are 2.")
    }

    @Test("an answer chooses what the question has offered, also when the list has been replaced meanwhile")
    func replaced() async throws {
        let list = ListTopic<String> { $0 }
        list.onSelect = { .say($0) }
        list.show(["Red wine", "White wine", "Beer"])
        let select = try #require(list.commandRecognizers.first { $0 is SelectCommandRecognizer })
        let asked = try await select.responseBuilder(
            Command(type: select.commandType, parameters: ["itemName": "wine"]))
        let request = try #require(asked.followupRequest as? SelectRequest)
        list.show(["Tea", "Coffee"])
        let choice = SelectResult(selectedOption: "White wine", selectedIndex: 1)
        let response = try await request.responder.response(to: Interpretation(value: choice))
        #expect(response.feedbackPrompt?.text == "White wine")
        #expect(list.current == nil)
    }
}

@Suite("Standard topics over a bus")
struct ReadyMadeTopicTests {
    @Test("the voice changes, the commands come from the current registry, and the last response is repeated")
    func all() async throws {
        let harness = try await Harness { manager in
            let root = ConversationTopic()
            root.addSubtopic(SpeechSettingsTopic(manager: manager))
            root.addSubtopic(GuidanceTopic(manager: manager, helpOf: root))
            root.addCommandRecognizer(RepeatCommandRecognizer(repeating: root))
            manager.commandRegistry = root
            manager.addAudioSource(root, forTrack: .main)
        }
        let again = try await harness.say("say that again")
        #expect(again.spoken == "I have not said anything yet.")
        let rate = try await harness.say("set the speech rate to one point five")
        #expect(rate.spoken == "I speak 263 words a minute now.")
        let control = await harness.recorder.first(AudioControl.self)
        #expect(control?.body == AudioControl(.rate, value: 263))
        #expect(try await harness.say("repeat that").spoken == "I speak 263 words a minute now.")
        #expect(try await harness.say("speak up").spoken == "The volume is 100 percent.")
        let commands = try await harness.say("what can I say?")
        #expect(commands.spoken?.hasPrefix("Says the last thing again. Makes the voice speak faster.") == true)
        #expect(try await harness.say("help").spoken?.contains("faster, slower") == true)
        #expect(try await harness.say("set the volume to purple").spoken == "Say a volume of 0 to 100 percent.")
        try await harness.stop()
    }

    @Test("a voice that the audio stage does not have is not used: the user is told in a turn that is handled")
    func unknownVoice() async throws {
        let harness = try await Harness { manager in
            let topic = SpeechSettingsTopic(manager: manager)
            manager.commandRegistry = topic
            manager.addAudioSource(topic, forTrack: .main)
        }
        harness.audio.hold()
        let turn = try harness.send("use the voice kim")
        let trial = await harness.recorder.first(AudioPlayback.self) {
            $0.header.turn == turn && $0.body.state == .started
        }
        let refused = AudioPlayback(sequence: MessageID(), item: 0, state: .skipped, reason: "there is no such voice")
        try harness.audio.end(as: .skipped, items: [refused], reason: refused.reason)
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) {
                $0.header.turn == turn && $0.body.state == .started && $0.body.sequence != trial?.body.sequence
            })
        try harness.audio.release()
        let end = await harness.recorder.first(TurnEnded.self) { $0.header.turn == turn }
        #expect(end?.body.outcome == .handled && end?.body.spoken == "I have no voice called kim.")

        harness.audio.hold()
        let other = try harness.send("use the voice kim")
        _ = try #require(
            await harness.recorder.first(AudioPlayback.self) { $0.header.turn == other && $0.body.state == .started })
        let stopped = AudioPlayback(sequence: MessageID(), item: 0, state: .skipped, reason: "stopped")
        try harness.audio.end(as: .skipped, items: [stopped], reason: "stopped", cause: .demand)
        let quiet = await harness.recorder.first(TurnEnded.self) { $0.header.turn == other }
        #expect(quiet?.body.outcome == .handled)
        #expect(harness.spoken == ["This is my voice now.", "I have no voice called kim.", "This is my voice now."])
        #expect(harness.recorder.bodies(AudioControl.self).allSatisfy { $0.action != .voice })
        try await harness.stop()
    }
}
