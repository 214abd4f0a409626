import SaybusConversation
import Testing

@ConversationActor
@Suite("Closures of command recognizers")
struct TrailingClosureTests {
    private func work() async {}

    @Test("a trailing closure of any shape that returns nothing is an action")
    func actions() async throws {
        let log = Log()
        let recognizers: [VerbalCommandRecognizer] = [
            SelectCommandRecognizer { command in
                if let name = command.parameters[SelectCommandRecognizer.parameterItemName]?.text { log.add(name) }
            },
            SelectCommandRecognizer { command in
                log.add("several")
                log.add(command.type)
            },
            SelectCommandRecognizer { command in
                switch command.parameters.count {
                case 0: log.add("none")
                default: log.add("some")
                }
            },
            PlayCommandRecognizer { command in
                for index in 0..<2 { log.add("\(command.type) \(index)") }
            },
            PlayCommandRecognizer { command in
                await self.work()
                log.add(command.type)
            },
            PlayCommandRecognizer {
                log.add("one")
                log.add("two")
            },
            PlayCommandRecognizer { await self.work() },
            PlayCommandRecognizer { log.add("single") },
            CustomCommandRecognizer(customType: "Custom") { command in
                if command.parameters.isEmpty { log.add("custom") }
            },
        ]
        for recognizer in recognizers {
            let response = try await recognizer.responseBuilder(
                Command(type: recognizer.commandType, parameters: ["itemName": "Jiffy"]))
            try await response.action?()
        }
        #expect(
            log.lines
                == ["Jiffy", "several", "Select", "some", "Play 0", "Play 1", "Play", "one", "two", "single"])
    }

    @Test("a trailing closure with a response returns it")
    func responses() async throws {
        let recognizers: [VerbalCommandRecognizer] = [
            HelpCommandRecognizer { .feedback("a") },
            HelpCommandRecognizer { _ in .feedback("a") },
            HelpCommandRecognizer { command -> VoiceRequestResponse in
                _ = command
                return .feedback("a")
            },
            HelpCommandRecognizer { command in
                await self.work()
                return command.parameters.isEmpty ? .feedback("a") : .feedback("b")
            },
            HelpCommandRecognizer {
                await self.work()
                return .feedback("a")
            },
            HelpCommandRecognizer(responseBuilder: { .feedback("a") }),
            CustomCommandRecognizer(customType: "Custom") { _ in .feedback("a") },
            CustomCommandRecognizer(customType: "Custom") { .feedback("a") },
        ]
        for recognizer in recognizers {
            let response = try await recognizer.responseBuilder(Command(type: "Help"))
            #expect(response.feedbackPrompt?.text == "a")
        }
    }
}
