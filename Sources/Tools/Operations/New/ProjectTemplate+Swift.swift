extension ProjectTemplate {
    /// A package in Swift that depends on Saybus, and a test that runs its program on a bus of its own.
    static func swift(_ kind: NewProject.Kind, _ name: String, _ checkout: String?) -> ProjectTemplate {
        let (product, source) =
            switch kind {
            case .app: ("SaybusConversation", app)
            case .stage: ("Saybus", stage)
            case .skill: ("SaybusSkills", skill)
            }
        let dependency =
            checkout.map { ".package(name: \"saybus\", path: \"\($0)\")" }
            ?? ".package(url: \"https://…/saybus\", from: \"0.1.0\")"
        let package = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "\(name)",
                dependencies: [\(dependency)],
                targets: [
                    .executableTarget(
                        name: "\(name)", dependencies: [.product(name: "\(product)", package: "saybus")], path: "Sources"),
                    .testTarget(
                        name: "ProjectTests",
                        dependencies: ["\(name)", .product(name: "SaybusTesting", package: "saybus")], path: "Tests"),
                ],
                swiftLanguageModes: [.v6]
            )

            """
        let role = kind == .stage ? "intent" : "dispatch"
        let arguments = kind == .skill ? "[\"--model\", \"\\(folder)/en-US.json\"]" : "[String]()"
        let test = """
            import Foundation
            import SaybusConformance
            import Testing

            @Test("the program follows the protocol of its role")
            func conforms() async throws {
                let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
                let program = folder + "/.build/debug/\(name)"
                let arguments = \(arguments)
                let results = try await ConformanceKit(role: .\(role), command: [program] + arguments).run()
                for result in results { #expect(result.outcome != .failed, "\\(result.title): \\(result.detail ?? "")") }
            }

            """
        var files = [
            File(path: "Package.swift", text: package), File(path: "Sources/Main.swift", text: source),
            File(path: "Tests/ProjectTests.swift", text: test),
            File(
                path: "README.md",
                text: "# \(name)\n\nFor Saybus, in Swift.\n\n```sh\nswift test\nswift run \(name)\n```\n"),
        ]
        if kind == .skill { files.append(File(path: "en-US.json", text: model)) }
        return ProjectTemplate(files: files, hint: "swift test --package-path \(name)")
    }

    /// `Sources/Examples/HelloApp`: a test compares the two.
    static let app = #"""
        import SaybusConversation

        /// Says hello: the app that `saybus new app NAME --swift` begins with.
        @main
        final class HelloApp: ConversationApp {
            private let topic = ConversationTopic()

            func setUp(_ manager: ConversationManager) {
                let greeting = CustomCommandRecognizer(
                    customType: "SayHello", responseBuilder: { .say("Hello! What a good day.") })
                greeting.addTextMatcher(PatternCommandMatcher(patterns: ["say hello", "good morning"]))
                topic.addCommandRecognizer(greeting)
                manager.commandRegistry = topic
                manager.addAudioSource(topic, forTrack: .main)
            }
        }

        """#

    /// `Sources/Examples/SmallestStage`: a test compares the two.
    static let stage = #"""
        import Saybus

        @main
        struct SmallestStage: AsyncParsableCommand {
            @OptionGroup var options: StageOptions

            func run() async throws {
                try await reportingFailure("smallest-stage") {
                    try await StageRunner(role: "intent", engine: "phrases", tracking: [SpeechIntent.self], options: options)
                        .run { try await Self.recognize($0) }
                }
            }

            private static func recognize(_ context: StageContext) async throws {
                let bus = context.bus
                let messages = bus.subscribe(to: [Catalog.self, SpeechTranscript.self], in: context.session)
                try await context.ready()
                var catalogs = CatalogRegistry()
                for await case .message(let message) in messages.cancelOnGracefulShutdown() {
                    if message.header.kind == Catalog.kind {
                        if let catalog = bus.read(message, as: Catalog.self) { _ = catalogs.update(catalog) }
                    } else if let heard = bus.read(message, as: SpeechTranscript.self) {
                        let intent = SpeechIntent(
                            text: heard.body.text, hypotheses: meanings(of: heard.body.text, in: catalogs), engine: "phrases",
                            empty: heard.body.empty)
                        try bus.publish(intent, answering: heard.header)
                    }
                }
            }

            /// The commands that have the text among their phrases, word for word.
            private static func meanings(of text: String, in catalogs: CatalogRegistry) -> [SpeechIntent.Hypothesis] {
                catalogs.all.flatMap { catalog in
                    catalog.commands.filter { $0.patterns.contains(text) }.map { command in
                        SpeechIntent.Hypothesis(app: catalog.app, type: command.type, confidence: 1, matcher: text)
                    }
                }
            }
        }

        """#

    /// `Sources/Examples/HelloSingle`: a test compares the two.
    static let skill = #"""
        import SaybusSkillHosting
        import SaybusSkills

        /// Says hello: the skill that `saybus new skill NAME --swift` begins with.
        @main
        struct HelloSingle: SkillApp {
            static let name = "hello-world"
            static let abstract = "Says hello."

            static var skill: any Skill {
                SkillBuilders.custom()
                    .addRequestHandler("LaunchRequest") { input in
                        input.responseBuilder.speak("Welcome! You can say hello.").reprompt("Say hello, or stop.").getResponse()
                    }
                    .addRequestHandler("HelloWorldIntent") { input in
                        input.responseBuilder.speak("Hello World!").withShouldEndSession(true).getResponse()
                    }
                    .addRequestHandler("AMAZON.StopIntent") { input in
                        input.responseBuilder.speak("Goodbye!").withShouldEndSession(true).getResponse()
                    }
                    .addRequestHandler("AMAZON.CancelIntent") { input in
                        input.responseBuilder.speak("Goodbye!").withShouldEndSession(true).getResponse()
                    }
                    .addRequestHandler("AMAZON.HelpIntent") { input in
                        input.responseBuilder.speak("Say hello, and I will say it too.").reprompt("Say hello.").getResponse()
                    }
                    .addRequestHandler("AMAZON.FallbackIntent") { input in
                        input.responseBuilder.speak("I only know hello.").reprompt("Say hello, or stop.").getResponse()
                    }
                    .create()
            }
        }

        """#

    /// `Sources/Examples/HelloSkill/en-US.json`: a test compares the two.
    static let model = #"""
        {
          "interactionModel": {
            "languageModel": {
              "invocationName": "hello world",
              "intents": [
                {
                  "name": "HelloWorldIntent",
                  "slots": [],
                  "samples": ["hello", "hello world", "hi", "hi there", "say hello", "say hi", "good morning", "how are you"]
                },
                { "name": "AMAZON.HelpIntent", "samples": [] },
                { "name": "AMAZON.CancelIntent", "samples": [] },
                { "name": "AMAZON.StopIntent", "samples": [] },
                { "name": "AMAZON.RepeatIntent", "samples": [] },
                { "name": "AMAZON.FallbackIntent", "samples": [] }
              ],
              "types": []
            }
          }
        }

        """#
}
