import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Testing

@testable import SaybusConversation

@Suite("The standard commands")
@ConversationActor
struct StandardCommandTests {
    private let classes: [VerbalCommandRecognizer.Type] = [
        HelpCommandRecognizer.self, SearchCommandRecognizer.self, SelectCommandRecognizer.self,
        PlayCommandRecognizer.self, PauseCommandRecognizer.self, NextCommandRecognizer.self,
        PreviousCommandRecognizer.self, AvailableCommandsCommandRecognizer.self, HomeCommandRecognizer.self,
        BackCommandRecognizer.self, SwitchTabCommandRecognizer.self, SettingsCommandRecognizer.self,
        IncreaseSpeechRateCommandRecognizer.self, DecreaseSpeechRateCommandRecognizer.self,
        IncreaseSpeechVolumeCommandRecognizer.self, DecreaseSpeechVolumeCommandRecognizer.self,
        SetSpeechRateCommandRecognizer.self, SetSpeechVolumeCommandRecognizer.self, SetVoiceCommandRecognizer.self,
        RepeatCommandRecognizer.self,
    ]

    private var matcher: PatternMatcher {
        PatternMatcher([
            Catalog(
                app: "a", commands: classes.map { .init(type: $0.standardCommandType, patterns: $0.standardPatterns) },
                slotTypes: classes.flatMap { $0.standardSlotTypes })
        ])
    }

    @Test("there are nineteen standard commands, each with at least ten phrases, and no phrase invokes two of them")
    func phrases() throws {
        #expect(classes.dropLast().map { $0.standardCommandType } == StandardCommand.all)
        #expect(Set(StandardCommand.all).count == 19)
        let matcher = matcher
        #expect(matcher.problems.isEmpty)
        for type in classes {
            #expect(type.standardPatterns.count >= 10, "\(type)")
            for pattern in type.standardPatterns where !pattern.contains("@") && !pattern.contains("{") {
                let texts = try #require(try PhraseTemplate(pattern).expression.texts(limit: 100))
                for text in texts.map(\.text) {
                    let best = matcher.match(text).first
                    #expect(best?.type == type.standardCommandType, "\(text)")
                    #expect(best?.confidence == 1, "\(text)")
                }
            }
        }
    }

    @Test(
        "common phrases invoke the commands with their parameters",
        arguments: [
            ("What can I say?", "AvailableCommands", [:]), ("select the third one", "Select", ["itemNumber": 3]),
            ("select the 3rd", "Select", ["itemNumber": 3]), ("select number twelve", "Select", ["itemNumber": 12]),
            ("select 5", "Select", ["itemNumber": 5]), ("select the last one", "Select", ["itemName": "last one"]),
            ("pick the last item", "Select", ["itemName": "last one"]),
            ("select twenty point two", "Select", ["itemName": "twenty point two"]),
            ("switch to tab four", "SwitchTab", ["tabNumber": 4]),
            ("choose Jiffy", "Select", ["itemName": "Jiffy"]), ("Select Jiffy", "Select", ["itemName": "Jiffy"]),
            ("set the speech rate to one point five", "SetSpeechRate", ["speechRate": 1.5]),
            ("set speech rate to fast", "SetSpeechRate", ["speechRate": "fast"]),
            ("switch to the second tab", "SwitchTab", ["tabNumber": 2]),
            ("go to the music tab", "SwitchTab", ["tabName": "music"]),
            ("search for green tea", "Search", ["query": "green tea"]), ("search", "Search", [:]),
            ("select", "Select", [:]), ("could you speak faster please", "IncreaseSpeechRate", [:]),
            ("set the volume to fifty percent", "SetSpeechVolume", ["speechVolume": 50]),
            ("use the voice Kim", "SetVoice", ["voice": "Kim"]), ("what's next", "Next", [:]),
            ("rewind", "Previous", [:]),
        ] as [(String, String, Command.Parameters)])
    func examples(text: String, type: String, parameters: Command.Parameters) {
        let best = matcher.match(text).first
        #expect(best?.type == type)
        #expect(best?.parameters.mapValues(\.value) == parameters)
    }

    @ConversationActor
    final class Target {
        var calls: [String] = []
        func plain() { calls.append("plain") }
        func withCommand(_ command: Command) { calls.append("command \(command.type)") }
        func response() -> VoiceRequestResponse { .feedback("r") }
        func responseTo(_ command: Command) async throws -> VoiceRequestResponse { .feedback(command.type) }
    }

    @Test("closures and targets work in all four forms, and a deallocated target fails the turn")
    func shapes() async throws {
        var target: Target? = Target()
        let command = Command(type: "Help")
        let recognizers = [
            HelpCommandRecognizer(responseTarget: target, action: Target.plain),
            HelpCommandRecognizer(responseTarget: target, action: Target.withCommand),
            HelpCommandRecognizer(responseTarget: target, action: Target.response),
            HelpCommandRecognizer(responseTarget: target, action: Target.responseTo),
        ]
        var feedback: [String?] = []
        for recognizer in recognizers {
            let response = try await recognizer.responseBuilder(command)
            try await response.action?()
            feedback.append(response.feedbackPrompt?.message)
        }
        #expect(feedback == [nil, nil, "r", "Help"])
        #expect(target?.calls == ["plain", "command Help"])
        target = nil
        let gone = await #expect(throws: HandlerFailure.self) { try await recognizers[3].responseBuilder(command) }
        #expect(gone?.reason.hasPrefix("the Target that handles the command is gone") == true)
        let none = HelpCommandRecognizer(responseTarget: Target?.none, action: Target.responseTo)
        #expect(try await none.responseBuilder(command).action == nil, "no target was given")
        var lines: [String] = []
        let closures = [
            HelpCommandRecognizer { lines.append("plain") },
            HelpCommandRecognizer { command in lines.append(command.type) },
            HelpCommandRecognizer { () -> VoiceRequestResponse in .feedback("a") },
            HelpCommandRecognizer { command -> VoiceRequestResponse in .feedback(command.type) },
        ]
        for recognizer in closures { try await recognizer.responseBuilder(command).action?() }
        #expect(lines == ["plain", "Help"])
    }

    private func resolve(
        _ result: SpeechRecognitionResult, _ recognizers: [VerbalCommandRecognizer], matchesPatterns: Bool
    ) async -> CommandResolution {
        let suggestions = await CommandResolution.suggestions(
            for: result, by: recognizers, matchesPatterns: matchesPatterns, limit: .seconds(10)
        ) { Issue.record("\($0)") }
        return CommandResolution.resolve(result, app: "a", recognizers: recognizers, suggestions: suggestions)
    }

    @Test("a standard recognizer accepts additional patterns with their own parameters")
    func widened() async {
        let select = SelectCommandRecognizer {}
        select.addTextMatcher(PatternCommandMatcher(pattern: "i choose you @name"))
        let result = SpeechRecognitionResult(transcript: "I choose you, Pikachu!")
        let resolution = await resolve(result, [select], matchesPatterns: true)
        guard case .invoke(let resolved) = resolution else {
            Issue.record("not understood")
            return
        }
        #expect(resolved.command == Command(type: "Select", parameters: ["name": "Pikachu"]))
    }

    @Test("on a tie the first registered recognizer wins; a hypothesis goes to the recognizer that has its pattern")
    func ties() async {
        let first = CustomCommandRecognizer(customType: "First") {}
        let second = CustomCommandRecognizer(customType: "Second") {}
        for recognizer in [first, second] { recognizer.addTextMatcher(PatternCommandMatcher(pattern: "go")) }
        let third = CustomCommandRecognizer(customType: "Second") {}
        third.addTextMatcher(PatternCommandMatcher(pattern: "run"))
        let all = [first, second, third]
        func winner(_ text: String, _ hypotheses: [SpeechIntent.Hypothesis] = []) async -> VerbalCommandRecognizer? {
            let result = SpeechRecognitionResult(transcript: text, hypotheses: hypotheses)
            let resolution = await resolve(result, all, matchesPatterns: hypotheses.isEmpty)
            if case .invoke(let resolved) = resolution { return resolved.recognizer }
            return nil
        }
        #expect(await winner("go") === first)
        #expect(await winner("run", [.init(app: "a", type: "Second", confidence: 1, matcher: "run")]) === third)
        #expect(await winner("run", [.init(app: "a", type: "Second", confidence: 0.9, matcher: "model")]) === second)
        #expect(await winner("run", [.init(app: "a", type: "Second", confidence: 0.4, matcher: "run")]) == nil)
        #expect(
            await winner(
                "run",
                [
                    .init(app: "b", type: "X", confidence: 1),
                    .init(app: "a", type: "Second", confidence: 1, matcher: "run"),
                ])
                == nil, "the other app stands first")
    }

    @Test("on a tie the one wins that the user was told last to say, however the words were matched, until it is over")
    func offers() async throws {
        let recognizers = [MoreCommandRecognizer {}, MoreCommandRecognizer {}, MoreCommandRecognizer {}]
        let pattern = try #require(recognizers[0].patterns.first)
        let hypothesis = SpeechIntent.Hypothesis(
            app: "a", type: MoreCommandRecognizer.commandType, confidence: 1, matcher: pattern)
        for (place, matchesPatterns) in [(2, false), (1, true)] {
            let result = SpeechRecognitionResult(transcript: "more", hypotheses: matchesPatterns ? [] : [hypothesis])
            recognizers[place].recordOffer()
            let told = await resolve(result, recognizers, matchesPatterns: matchesPatterns)
            guard case .invoke(let meant) = told else {
                Issue.record("not understood")
                return
            }
            #expect(meant.recognizer === recognizers[place])
        }
        for recognizer in recognizers { recognizer.withdrawOffer() }
        let over = await resolve(
            SpeechRecognitionResult(transcript: "more", hypotheses: [hypothesis]), recognizers, matchesPatterns: false)
        guard case .invoke(let meant) = over else {
            Issue.record("not understood")
            return
        }
        #expect(meant.recognizer === recognizers[0])
    }

    @Test("an invalid pattern is reported and matches nothing; a pattern must match the whole utterance")
    func patterns() {
        let matcher = PatternCommandMatcher(patterns: ["say @", "hey", "Ask @friend for @count:Number cookies."])
        #expect(matcher.problems.count == 1)
        #expect(matcher.attemptMatch("they") == nil)
        #expect(matcher.attemptMatch("Hey!")?.confidence == Confidence.certain)
        #expect(
            matcher.attemptMatch("ask my friend susan for twenty one cookies")?.parameters
                == ["friend": "my friend susan", "count": 21])
    }
}
