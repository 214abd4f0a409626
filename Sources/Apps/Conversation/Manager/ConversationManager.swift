import Logging
import SaybusBus
import SaybusDispatch
import SaybusMessages
import SaybusPatternMatching

/// The conversation of one session: its commands, its tracks, its questions, and its way to the bus.
///
/// ```swift
/// let manager = ConversationManager(name: "mail")
/// let topic = MailTopic()
/// manager.commandRegistry = topic
/// manager.addAudioSource(topic, forTrack: .main)
/// try await manager.run(on: bus)
/// ```
@ConversationActor
public final class ConversationManager {
    /// The app's name on the bus: `[A-Za-z0-9._-]{1,64}`.
    public let name: String
    /// BCP 47 language of what is said.
    public let language: String
    /// The tracks: ``AudioTrackIdentifier/main`` with priority 10, ``AudioTrackIdentifier/voiceRequest`` with 999, and those of the app.
    public let trackCoordinator: AudioTrackCoordinator
    /// The registry of commands; nil for none.
    public var commandRegistry: (any VerbalCommandRegistry)? { didSet { registryChanged() } }
    /// The dialog that decides what words mean before commands are looked up; nil leaves all words to the registry.
    public var dialogManager: (any DialogManager)? { didSet { registryChanged() } }
    /// The sounds of requests, on their track.
    public let requestSoundBoard = VoiceRequestSoundBoard()
    /// Words for a failed handler; nil for none.
    public var apology: String? = "Sorry, that did not work."
    /// Words, after the tone, for an utterance that is no command; nil for none.
    public var notUnderstoodMessage: String?
    /// The clock for the time limits of questions. Set it before the first question.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// Time limit of a handler.
    public var handlerTimeout: Duration = .seconds(10)
    /// Time limit of an answer while no listening stage is ready and the user may type.
    public var typingTimeout: Duration = .seconds(300)

    /// The controller of the open request.
    public private(set) lazy var requests = VoiceRequestController(host: self)

    private var sources: [ObjectIdentifier: (source: any AudioEventSource, track: AudioTrackIdentifier)] = [:]
    private var retained: [AnyObject] = []
    private(set) var conversation: HostedConversation?
    /// Whether the conversation goes on. What is begun after its end, nobody stops.
    package private(set) var isConnected = false
    private var made: (key: CatalogKey, catalog: Catalog, alive: [VerbalCommandRecognizer])?

    /// A conversation with the two standard tracks.
    /// - Parameters:
    ///   - name: The app's name on the bus.
    ///   - language: The BCP 47 language of what is said.
    ///   - trackCoordinator: A coordinator of the app's own. It gets the two tracks unless it has them.
    public init(name: String, language: String = "en-US", trackCoordinator: AudioTrackCoordinator? = nil) {
        self.name = name
        self.language = language
        let coordinator = trackCoordinator ?? AudioTrackCoordinator()
        self.trackCoordinator = coordinator
        if coordinator.track(.main) == nil {
            coordinator.registerTrack(.main, priority: AudioTrackIdentifier.mainPriority)
        }
        if coordinator.track(.voiceRequest) == nil {
            coordinator.registerTrack(.voiceRequest, priority: AudioTrackIdentifier.voiceRequestPriority)
        }
        addAudioSource(requestSoundBoard, forTrack: .voiceRequest)
    }

    /// Keeps an object for as long as the conversation lives, such as the controller behind its topics.
    public func retain(_ object: AnyObject) { retained.append(object) }

    // MARK: Sounds

    /// Connects a source with a track. A source has one track; without one it is not heard.
    public func addAudioSource(_ source: any AudioEventSource, forTrack track: AudioTrackIdentifier) {
        sources[ObjectIdentifier(source)] = (source, track)
        source.addListener(self)
    }

    /// Disconnects a source.
    public func removeAudioSource(_ source: any AudioEventSource) {
        sources[ObjectIdentifier(source)] = nil
        source.removeListener(self)
    }

    /// Changes how the audio stage plays and speaks from now on, such as the rate.
    public func control(_ control: AudioControl) {
        guard let connection else { return }
        connection.runtime.tryPublishing { try connection.control(control) }
    }

    // MARK: Requests

    /// Asks the user a question.
    /// - Throws: ``VoiceRequestRefusal`` when another question is open.
    public func presentVoiceRequest(_ request: any VoiceRequest) throws(VoiceRequestRefusal) {
        let turn = ConversationTurn.current
        try requests.present(request, turn: turn?.isEnded == true ? nil : turn)
    }

    /// Asks the listening stage to listen for a command, as a microphone button does.
    /// - Throws: ``VoiceRequestRefusal`` when a question is open.
    public func startCommandRequest() throws(VoiceRequestRefusal) {
        try requests.present(commandRequest(), turn: nil)
    }

    /// Calls the open request off, and runs the cleanup of its responder.
    public func cancelVoiceRequest() async {
        if let cleanup = requests.cancelRequest() { await cleanUp(cleanup) }
    }

    func cleanUp(_ cleanup: @escaping VoiceRequestResponse.Action) async {
        let result = await HandlerRun(
            what: "the cleanup", limit: handlerTimeout, turn: nil, onTimeout: { _ in })(cleanup)
        if case .failure(let failure) = result { report(problem: failure.reason) }
    }

    // MARK: Commands

    /// The commands that can be given now. Of equally sure ones the first wins.
    public var commandRecognizers: [VerbalCommandRecognizer] { commandRegistry?.commandRecognizers ?? [] }

    /// The commands that can be chosen now without a word.
    public var menuItems: [CommandMenuItem] { commandRecognizers.flatMap(\.menuItems) }

    /// A sentence for each command that can be said now: its summary, or the shortest example of how to say it.
    public var availableCommands: [String] {
        var seen: Set<String> = []
        let catalog = Catalog(app: name, language: language, commands: [])
        return commandRecognizers.filter { seen.insert($0.commandType).inserted }.compactMap { recognizer in
            recognizer.summary ?? catalog.example(of: recognizer.patterns).map { "Say \"\($0)\"." }
        }
    }

    /// Carries a command out without a word said, in a turn of its own.
    public func choose(_ item: CommandMenuItem) { conversation?.choose(item) }

    /// What recognizers need to know now: the commands or, while a question is open, its answers.
    var catalog: Catalog {
        if let dialogManager { return dialogManager.catalog }
        let recognizers = commandRecognizers
        // A registry of the app's own may change without notice; its recognizers give notice.
        let key = CatalogKey(
            recognizers: recognizers.map(ObjectIdentifier.init), changes: RegistryChanges.count,
            phrases: requests.expectedPhrases)
        if let made, made.key == key { return made.catalog }
        let catalog = makeCatalog(recognizers, answers: key.phrases)
        // Keeping the recognizers alive keeps their identities unique.
        made = (key, catalog, recognizers)
        return catalog
    }

    private struct CatalogKey: Equatable {
        var recognizers: [ObjectIdentifier]
        var changes: Int
        var phrases: [String]?
    }

    private func makeCatalog(_ recognizers: [VerbalCommandRecognizer], answers phrases: [String]?) -> Catalog {
        if let phrases { return Self.answers(phrases, of: name, in: language) }
        var commands: [Catalog.Command] = []
        var indices: [String: Int] = [:]
        for recognizer in recognizers {
            if let index = indices[recognizer.commandType] {
                let known = commands[index].patterns
                commands[index].patterns += recognizer.patterns.filter { !known.contains($0) }
            } else {
                indices[recognizer.commandType] = commands.count
                commands.append(
                    Catalog.Command(
                        type: recognizer.commandType, patterns: recognizer.patterns, summary: recognizer.summary))
            }
        }
        return Catalog(app: name, language: language, commands: commands)
    }

    /// The catalog of a session while a question is open.
    /// - Parameter phrases: Patterns of the answers.
    nonisolated static func answers(_ phrases: [String], of app: String, in language: String) -> Catalog {
        let answers = Catalog.Command(type: answerType, patterns: phrases + cancelPhrases)
        return Catalog(app: app, language: language, commands: [answers])
    }

    /// The command type under which the catalog lists the answers to a question.
    public nonisolated static let answerType = "answer"
    /// Phrases with which the user calls a question off.
    public nonisolated static let cancelPhrases = [
        "cancel", "cancel that", "never mind", "forget it", "forget about it",
    ]

    func commandRequest() -> VerbalCommandRequest {
        let request = VerbalCommandRequest(registry: commandRegistry ?? CommandRecognizerCatalog())
        request.app = name
        return request
    }

    // MARK: The bus

    private var connection: SessionConnection? { conversation?.connection }

    /// Begins the conversation on the bus.
    func connect(_ conversation: HostedConversation) {
        self.conversation = conversation
        isConnected = true
        trackCoordinator.connect(conversation.connection)
        RegistryChanges.observe(self) { [weak self] in self?.registryChanged() }
        refreshCatalog()
    }

    /// Ends the conversation.
    func disconnect() {
        isConnected = false
        RegistryChanges.forget(self)
        _ = requests.cancelRequest()
        trackCoordinator.close()
        conversation = nil
    }

    private func registryChanged() { conversation?.catalogChanged() }

    /// Publishes the catalog, unless it was published last.
    func refreshCatalog() { conversation?.publish(catalog) }

    var otherQuestion: String? { connection?.otherQuestion }

    /// Publishes the dialog manager's catalog, which has changed.
    public func catalogChanged() { registryChanged() }

    /// Publishes the command that is carried out in the current turn; does nothing outside a turn.
    public func announce(_ invoked: CommandInvoked) {
        if let turn = ConversationTurn.current { connection?.announce(invoked, in: turn) }
    }

    /// Whether this app answers what no app has understood.
    public var answersForAll: Bool { connection.map { $0.runtime.answersForAll(in: $0.session) } ?? true }

    /// Reports a problem that ends no turn: once in the log and in the stage's status.
    public func report(problem text: String) { connection?.report(problem: text) }

    func openTurn(_ cause: Header?) -> ConversationTurn? { conversation?.openTurn(cause) }

    func settle(_ turn: ConversationTurn) {
        // The recognizers should know what can be said before the turn is over.
        refreshCatalog()
        turn.settle()
    }

    func abandon(_ turn: TurnID, _ reason: String) { connection?.abandon(turn, reason) }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        connection?.startListening(options, isCommand: isCommand)
    }

    func stopListening(_ request: MessageID) { connection?.stopListening(request) }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?) { connection?.report(status, turn: turn) }

    /// Apologizes for a failed handler, unless its timeout has been apologized for.
    func apologize(for failure: HandlerFailure, turn: ConversationTurn?) {
        report(problem: failure.reason)
        turn?.conclude(.failed, failure.reason)
        guard failure.code != .timedOut || turn == nil else { return }
        if let apology { sound(SpeechEvent(utteranceString: apology), turn: turn) }
    }

    /// Ends a turn whose words the recognizer could not tell. The user has spoken, so silence would be no answer.
    func fail(_ turn: ConversationTurn, _ reason: String) {
        turn.conclude(.failed, reason)
        if let apology { sound(SpeechEvent(utteranceString: apology), turn: turn) }
        settle(turn)
    }

    /// Returns what ends a turn whose handler has used up its time. It may be called from any thread: the handler may block the actor's.
    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void {
        guard let turn, let connection else { return { _ in } }
        let apology = apology
        return { failure in connection.fail(turn, failure.reason, apology: apology) }
    }

    func unrecognized(_ outcome: TurnEnded.Outcome, _ turn: ConversationTurn?) {
        turn?.conclude(outcome)
        guard outcome == .notUnderstood else { return }
        let sequence = AudioEventSequence(events: [requestSoundBoard.unrecognizedCommand])
        if let notUnderstoodMessage { sequence.addEvent(SpeechEvent(utteranceString: notUnderstoodMessage)) }
        trackCoordinator.play(sequence, on: .voiceRequest, turn: turn)
    }
}

extension ConversationManager: VoiceRequestHost {}

extension ConversationManager: AudioEventListener {
    /// Queues what a source posts on the source's track.
    public func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        guard let track = sources[ObjectIdentifier(source)]?.track else { return }
        trackCoordinator.play(sequence, on: track)
    }
}
