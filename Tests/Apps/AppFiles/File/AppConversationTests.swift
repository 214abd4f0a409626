import SaybusMessages
import Testing

@testable import SaybusAppFiles
@testable import SaybusConversation

@Suite("A conversation with a YAML app")
@ConversationActor
struct AppConversationTests {
    private func app(_ interception: String = "") throws -> App {
        try App(
            yaml: """
                app: k
                commands:
                  Go: {summary: Goes., patterns: [go], do: [{log: x}]}
                topics:
                  Outer:
                    intro: [{speak: Outer.}]
                    help: Outer help.
                    intercept: {\(interception)}
                    commands: {Cook: {patterns: [cook it, cook], do: [{log: x}]}}
                    topics:
                      Inner:
                        intro: [{speak: Inner.}]
                        commands: {Bake: {summary: Bakes., patterns: [bake], do: [{log: x}]}}
                """, file: "k.yaml")
    }

    private func speech(_ texts: String...) -> [AudioEvent] { texts.map { .speech(.init($0)) } }

    @Test(
        "entering a topic enters its parents, each with its intro once; leaving a topic leaves its subtopics"
    )
    func entering() throws {
        let conversation = AppConversation(try app())
        #expect(conversation.perform(.enter("Inner")).events == speech("Outer.", "Inner."))
        #expect(conversation.entered == ["Outer", "Inner"])
        #expect(conversation.perform(.enter("Outer")).events.isEmpty)
        #expect(conversation.perform(.tell(.help)).events == speech("Outer help."))
        #expect(conversation.perform(.tell(.commands)).events == speech("Goes.", "Say \"cook\".", "Bakes."))
        _ = conversation.perform(.leave("Inner"))
        #expect(conversation.entered == ["Outer"])
        _ = conversation.perform(.enter("Inner"))
        _ = conversation.perform(.leave("Outer"))
        #expect(conversation.entered.isEmpty)
        #expect(conversation.perform(.tell(.help)).events == speech("Goes."), "without help, what can be said")
    }

    @Test("a command without a summary is listed by a sentence that invokes it, not by its pattern")
    func examples() throws {
        let app = try App(
            yaml: """
                app: k
                types: {Room: [kitchen, hall]}
                commands:
                  Light: {patterns: ["(turn|switch) the @room:Room light[s] on"], do: [{log: x}]}
                  Buy: {patterns: ["(add|put) @item to [the|my] list"], do: [{log: x}]}
                """, file: "k.yaml")
        let listed = AppConversation(app).perform(.tell(.commands)).events
        #expect(listed == speech("Say \"turn the kitchen light on\".", "Say \"add something to list\"."))
    }

    @Test("a topic adds its own actions around its subtopics' speech, or suppresses that speech")
    func interception() throws {
        let framed = AppConversation(try app("before: [{speak: Before.}], after: [{speak: After.}]"))
        _ = framed.perform(.enter("Inner"))
        #expect(framed.post(speech("x"), by: "Inner") == speech("Before.", "x", "After."))
        #expect(framed.post(speech("x"), by: "Outer") == speech("x"))
        #expect(framed.perform(.tell(.again)).events == speech("x"))
        let silent = AppConversation(try app("swallow: true"))
        _ = silent.perform(.enter("Inner"))
        #expect(silent.post(speech("x"), by: "Inner").isEmpty)
        #expect(silent.post(speech("x"), by: "") == speech("x"))
        _ = silent.perform(.leave(nil))
        #expect(silent.post(speech("x"), by: "Inner") == speech("x"), "a topic that has been left speaks for the app")
    }

    @Test("a changed app keeps the entered topics that still exist, and the last speech")
    func changing() throws {
        let conversation = AppConversation(try app())
        _ = conversation.perform(.enter("Inner"))
        _ = conversation.post(speech("x"), by: "Inner")
        conversation.change(to: try app("swallow: true"))
        #expect(conversation.entered == ["Outer", "Inner"])
        #expect(conversation.perform(.tell(.again)).events == speech("x"))
        conversation.change(
            to: try App(yaml: "app: k\ncommands: {Go: {patterns: [go], do: [{log: x}]}}", file: "k.yaml"))
        #expect(conversation.entered.isEmpty)
    }

    @Test("an entered topic that a changed file has below another one is entered with that one, so that it is heard")
    func movedTopic() throws {
        let flat = try App(
            yaml: """
                app: k
                commands: {Go: {patterns: [go], do: [{log: x}]}}
                topics: {Inner: {commands: {Bake: {patterns: [bake], do: [{log: x}]}}}}
                """, file: "k.yaml")
        let conversation = AppConversation(flat)
        _ = conversation.perform(.enter("Inner"))
        conversation.change(to: try app())
        #expect(conversation.entered == ["Outer", "Inner"])
        #expect(conversation.post(speech("x"), by: "Inner") == speech("x"))
    }

    @Test("the commands about the voice change the conversation's settings, which the audio stage gets")
    func voice() throws {
        let conversation = AppConversation(try app())
        let faster = conversation.perform(.adjustSpeech(StandardCommand.increaseSpeechRate, ActionValues()))
        #expect(faster.control == AudioControl(.rate, value: 210))
        #expect(faster.events == speech("I speak 210 words a minute now."))
        var values = ActionValues()
        values[SetSpeechVolumeCommandRecognizer.parameterSpeechVolume] = .number(40)
        let quieter = conversation.perform(.adjustSpeech(StandardCommand.setSpeechVolume, values))
        #expect(quieter.control == AudioControl(.volume, value: 0.4))
        let nothing = conversation.perform(.adjustSpeech(StandardCommand.setVoice, ActionValues()))
        #expect(nothing.control == nil && nothing.events == speech("Say the name of a voice."))
    }

    @Test("a turn that ends after the file has changed begins a conversation with the changed app")
    func lateTurn() throws {
        let conversations = AppConversations()
        let former = try app()
        let yaml = "app: k\ncommands: {Walk: {summary: Walks., patterns: [walk], do: [{log: x}]}}"
        conversations.change(to: try App(yaml: yaml, file: "k.yaml"))
        #expect(conversations.perform(.tell(.commands), of: former, in: .default).events == speech("Walks."))
    }

    @Test("the number of conversations is bounded, and the one idle for longest is dropped")
    func bounded() async throws {
        let conversations = AppConversations()
        let app = try app()
        let sessions = (0...AppConversations.capacity).compactMap { Session(rawValue: "s\($0)") }
        for session in sessions { _ = conversations.perform(.enter("Outer"), of: app, in: session) }
        #expect(conversations.entered(in: sessions[0]).isEmpty)
        #expect(conversations.entered(in: sessions[1]) == ["Outer"])
    }
}
