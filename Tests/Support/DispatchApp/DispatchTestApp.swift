import Foundation
import SaybusConversation

/// The Swift app of the tests of the app models: answers, works until a test releases it, asks, counts, and blocks.
@main
final class DispatchTestApp: ConversationApp {
    static let name = "model"
    static let abstract = "Serves the tests of the dispatch stage."

    private var count = 0

    func setUp(_ manager: ConversationManager) async {
        if manager.session.rawValue == "slow" { await Self.work() }
        let environment = ProcessInfo.processInfo.environment
        manager.handlerTimeout = .milliseconds(environment["SAYBUS_TEST_LIMIT"].flatMap { Int($0) } ?? 60_000)
        let registry = CommandRecognizerCatalog()
        Self.add("Ping", "ping", to: registry) { .feedback("Pong.") }
        Self.add("Print", "print a line", to: registry) {
            print("a line of the app")
            return .feedback("Printed.")
        }
        Self.add("Count", "count", to: registry) {
            self.count += 1
            return .feedback("Pong \(self.count).")
        }
        Self.add("Work", "work", to: registry) {
            await Self.work()
            return .feedback("Done.")
        }
        Self.add("Prepare", "prepare", to: registry) {
            await Self.work()
            return .ask(
                ConfirmationRequest("Ready?") { _ in .done }.ifCancelled { print("not asked") }, saying: "Done.")
        }
        Self.add("Block", "block", to: registry) {
            while true { sleep(1) }
        }
        Self.add("Ask", "ask me", to: registry) {
            let responder = StandardRequestResponder<Bool>()
            responder.successResponder = { isYes, _ in .feedback(isYes == true ? "Good." : "Bad.") }
            return .followup(ConfirmationRequest(prompt: VoicePrompt(message: "Ready?"), responder: responder))
        }
        let misheard = CustomCommandRecognizer(
            customType: "Misheard", responseBuilder: { .feedback("Misheard is carried out.") })
        misheard.addTextMatcher(
            BlockCommandMatcher { text in
                if text == "colourless green dreams" { return CommandSuggestion(confidence: 1) }
                guard text == "misheard" else { return nil }
                await Self.work()
                return CommandSuggestion(confidence: 1)
            })
        registry.addCommandRecognizer(misheard)
        manager.commandRegistry = registry
    }

    @ConversationActor
    private static func add(
        _ type: String, _ pattern: String, to registry: CommandRecognizerCatalog,
        _ body: @escaping @ConversationActor () async throws -> VoiceRequestResponse
    ) {
        let command = CustomCommandRecognizer(customType: type, responseBuilder: body)
        command.addTextMatcher(PatternCommandMatcher(pattern: pattern))
        registry.addCommandRecognizer(command)
    }

    /// Appends a line to the file of marks, and waits at the gate. The conversations' actor stays free.
    private static func work() async {
        let environment = ProcessInfo.processInfo.environment
        let (marks, gate) = (environment["SAYBUS_TEST_MARKS"] ?? "", environment["SAYBUS_TEST_GATE"] ?? "")
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                if let file = fopen(marks, "a") {
                    fputs("work\n", file)
                    fclose(file)
                }
                let descriptor = open(gate, O_RDONLY | O_CLOEXEC)
                var byte: UInt8 = 0
                while read(descriptor, &byte, 1) > 0 {}
                close(descriptor)
                continuation.resume()
            }
        }
    }
}
