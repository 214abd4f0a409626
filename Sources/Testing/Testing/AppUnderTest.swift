import Foundation
import SaybusBus
import SaybusMessages
import SaybusPatternMatching
import SaybusPhrases
import Synchronization

/// An app under test, to which a test speaks by text. The test knows nothing of stages and messages.
///
/// ```swift
/// let app = try await AppUnderTest("greeter")
/// try await app.say("good morning").expect("Good day!")
/// let reply = try await app.say("what time is it")
/// #expect(reply.command == "TellTime")
/// ```
///
/// The app runs as the program that it is, on a bus of its own. Its sentences count as played as soon as it says them.
/// Words are understood by the app's patterns, as the intent stage understands them, in the language of the app's
/// `SAYBUS_LANGUAGE`; no speech is recognized.
public final class AppUnderTest: Sendable {
    /// The app's name, as in its catalog.
    public let name: String
    /// The process of the app, or of `saybus-dispatch`, which runs an app file.
    public let program: ProgramUnderTest
    /// A record of all messages on the bus.
    public let recorder: Recorder

    private let test: TestBus
    private let client: Bus
    private let audio: AudioDouble
    private let dispatcher: ProgramUnderTest?
    /// The language in which the app's words are understood.
    private let language: Language
    /// The ids of the speech that the test has heard already.
    private let heard = Mutex<Set<MessageID>>([])

    /// Starts an app and waits until it can be spoken to.
    /// - Parameters:
    ///   - program: The app's program: its name beside the test, or a path with a slash. A path that ends with `.yaml`
    ///     is that of an app file, which `saybus-dispatch` runs.
    ///   - arguments: Further arguments of the program.
    ///   - environment: Variables in addition to those of the test. Values that apps keep across restarts are in the
    ///     test's own folder unless `SAYBUS_STATE` names another. What the test says is understood in the language of
    ///     `SAYBUS_LANGUAGE`.
    ///   - isRemote: Whether the program answers commands over the bus, as apps in other languages do.
    ///     `saybus-dispatch` then sends it the commands.
    ///   - script: The script that the program runs, an interpreter; nil for none.
    /// - Throws: ``ProgramError`` when the program does not start, or publishes no commands; `LanguageError` when the
    ///   file of `SAYBUS_LANGUAGE` cannot be used.
    public init(
        _ program: String, arguments: [String] = [], environment: [String: String] = [:], isRemote: Bool = false,
        script: String? = nil
    ) async throws {
        language = try Self.language(environment[Language.variable])
        test = try TestBus()
        client = try test.connect(.intent, instance: "test", tracking: [SpeechIntent.self])
        recorder = Recorder(client.subscribeToAll())
        try await client.ready()
        audio = try await AudioDouble(test)
        var variables = environment
        if variables["SAYBUS_STATE"] == nil { variables["SAYBUS_STATE"] = "\(test.address.directory ?? "/tmp")/state" }
        let bus = ["--bus", test.address.url]
        // The sentences that it speaks by itself are in the language of the app.
        let inherited = environment.filter { $0.key == Language.variable }
        dispatcher =
            isRemote ? try ProgramUnderTest("saybus-dispatch", bus + ["--no-app"], environment: inherited) : nil
        try await dispatcher?.ready()
        let isFile = program.hasSuffix(".yaml")
        self.program = try ProgramUnderTest(
            isFile ? "saybus-dispatch" : program,
            (script.map { [$0] } ?? []) + bus + (isFile ? ["--app", program] : []) + arguments,
            environment: variables)
        try await self.program.ready()
        guard let catalog = await recorder.first(Catalog.self, where: { !$0.body.commands.isEmpty }) else {
            throw ProgramError(.notStarted, "\(program) has published no commands: \(self.program.report)")
        }
        name = catalog.body.app
    }

    /// Says a text and waits until the app has answered.
    /// - Parameters:
    ///   - text: The words.
    ///   - session: The conversation; nil for the default one.
    /// - Throws: ``ExpectationError`` when there is no answer within 20 seconds, or `session` cannot be a conversation.
    @discardableResult
    public func say(_ text: String, in session: String? = nil) async throws -> AppReply {
        let session = try Self.conversation(session)
        let (hypotheses, revision) = understand(text, in: session)
        return try await send(
            SpeechIntent(text: text, hypotheses: hypotheses, engine: "test", catalogRevision: revision), in: session)
    }

    /// Says nothing, as a user who does not answer a question.
    @discardableResult
    public func saySilence(in session: String? = nil) async throws -> AppReply {
        let session = try Self.conversation(session)
        return try await send(
            SpeechIntent(text: "", hypotheses: [], engine: "test", empty: .silence), in: session)
    }

    /// Begins to speak, as a user who interrupts the app.
    public func beginToSpeak(in session: String? = nil) throws {
        let session = try Self.conversation(session)
        try client.publish(SpeechStarted(positionMs: 0), session: session, turn: TurnID())
    }

    /// Waits until the app speaks by itself, such as when a timer ends.
    ///
    /// Speech since the start of the app counts, but each sequence only once: a second call with the same text waits
    /// for the app to say it again.
    /// - Parameters:
    ///   - text: A part of the words.
    ///   - session: The conversation in which they are spoken; nil for the default one.
    /// - Returns: All that was said in the sequence.
    /// - Throws: ``ExpectationError`` when the app has not said the text within 20 seconds, or `session` cannot be a
    ///   conversation.
    @discardableResult
    public func expectToHear(_ text: String, in session: String? = nil) async throws -> String {
        let session = try Self.conversation(session)
        let found = await recorder.first(AudioSequence.self) { [self] message in
            message.header.session == session && message.body.spokenText.contains(text)
                && heard.withLock { $0.insert(message.header.id).inserted }
        }
        if let found { return found.body.spokenText }
        let said = recorder.all(AudioSequence.self).filter { $0.header.session == session }.compactMap {
            message -> String? in
            let words = message.body.spokenText
            let isHeard = heard.withLock { $0.contains(message.header.id) }
            return words.isEmpty ? nil : "\"\(words)\"" + (isHeard ? " (heard already)" : "")
        }
        throw ExpectationError("\(name) has not said \"\(text)\"; it has said: \(said.joined(separator: ", "))")
    }

    /// Returns the commands that can be said now.
    /// - Throws: ``ExpectationError`` when `session` cannot be a conversation.
    public func commands(in session: String? = nil) throws -> [CommandMenu.Item] {
        try CommandMenu(catalogs, in: Self.conversation(session)).items
    }

    /// Ends the app as `systemctl stop` would, and waits for its end.
    /// - Returns: The exit code.
    public func stop() async throws -> Int32 {
        program.send(SIGTERM)
        return try await program.exitCode()
    }

    /// Returns the language that the app's programs get from their environment.
    /// - Parameter file: The value of `SAYBUS_LANGUAGE`; nil for that of the test, which they inherit.
    private static func language(_ file: String?) throws(LanguageError) -> Language {
        guard let file else { return .inUse }
        return try file.isEmpty ? .english : Language(contentsOf: file)
    }

    /// Returns a conversation by its name.
    private static func conversation(_ name: String?) throws(ExpectationError) -> Session {
        guard let name else { return .default }
        guard let session = Session(rawValue: name) else {
            throw ExpectationError(
                "\"\(name)\" cannot be a conversation: its name has 1 to 64 of the characters A-Z, a-z, 0-9, ., _ and -"
            )
        }
        return session
    }

    /// The newest catalog of each app.
    private var catalogs: [Catalog] {
        var newest: [String: Catalog] = [:]
        for message in recorder.all(Catalog.self) {
            newest["\(message.header.source) \(message.body.app)"] = message.body
        }
        return newest.values.sorted { $0.app < $1.app }
    }

    private func understand(_ text: String, in session: Session) -> ([SpeechIntent.Hypothesis], String?) {
        let catalogs = catalogs
        let absent = catalogs.flatMap { catalog in
            catalog.absent(in: session).map { CommandName(app: catalog.app, type: $0) }
        }
        let matcher = PatternMatcher(catalogs, language: language)
        return (matcher.match(text, excluding: Set(absent)), matcher.revision)
    }

    private func send(_ intent: SpeechIntent, in session: Session) async throws -> AppReply {
        let turn = TurnID()
        try client.publish(intent, session: session, turn: turn)
        guard let end = await recorder.first(TurnEnded.self, where: { $0.header.turn == turn }) else {
            throw ExpectationError("\(name) has not answered \"\(intent.text)\": \(program.report)")
        }
        let invoked = recorder.all(CommandInvoked.self).last { $0.header.turn == turn }?.body
        return AppReply(said: intent.text, end: end.body, parameters: invoked?.parameters.mapValues(\.value) ?? [:])
    }
}
