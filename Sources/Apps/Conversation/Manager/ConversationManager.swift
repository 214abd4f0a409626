import Logging
import SaybusBus
import SaybusMessages
import SaybusPatternMatching

/// Ties a conversation together: who knows the commands, what is heard on which track, which request is being asked; over a bus.
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
    /// The tracks: ``AudioTrackIdentifier/main`` with priority 10 and ``AudioTrackIdentifier/voiceRequest`` with 999, and those of the app.
    public let trackCoordinator: AudioTrackCoordinator
    /// Who knows the commands; nil means that there are none.
    public var commandRegistry: (any VerbalCommandRegistry)? { didSet { registryChanged() } }
    /// Who decides what words mean, before commands are looked up; nil leaves all to the registry.
    public var dialogManager: (any DialogManager)? { didSet { registryChanged() } }
    /// Sounds of the requests, on their track.
    public let requestSoundBoard = VoiceRequestSoundBoard()
    /// What is said when a handler fails; nil says nothing.
    public var apology: String? = "Sorry, that did not work."
    /// What is said, after the tone, when words are no command; nil says nothing.
    public var notUnderstoodMessage: String?
    /// What the limits of questions are measured with; set before the first one.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// How long a handler may take.
    public var handlerTimeout: Duration = .seconds(10)
    /// How long a request waits for an answer when nobody listens, but somebody may type.
    public var typingTimeout: Duration = .seconds(300)

    /// Runs the requests.
    public private(set) lazy var requests = VoiceRequestController(host: self)

    private var sources: [ObjectIdentifier: (source: any AudioEventSource, track: AudioTrackIdentifier)] = [:]
    private(set) var connection: ConversationConnection?
    /// Whether the conversation goes on: what is begun after its end nobody will stop.
    package private(set) var isConnected = false
    private var made: (key: CatalogKey, catalog: Catalog, alive: [VerbalCommandRecognizer])?

    /// A manager with the two standard tracks.
    /// - Parameters:
    ///   - name: The app's name on the bus.
    ///   - language: BCP 47 language of what is said.
    ///   - trackCoordinator: A coordinator of the app's own; it gets the two tracks unless it has them.
    public init(name: String, language: String = "en-US", trackCoordinator: AudioTrackCoordinator? = nil) {
        self.name = name
        self.language = language
        let coordinator = trackCoordinator ?? AudioTrackCoordinator()
        self.trackCoordinator = coordinator
        if coordinator.track(.main) == nil { coordinator.registerTrack(.main, priority: 10) }
        if coordinator.track(.voiceRequest) == nil { coordinator.registerTrack(.voiceRequest, priority: 999) }
        addAudioSource(requestSoundBoard, forTrack: .voiceRequest)
    }

    // MARK: Sounds

    /// Lets a source be heard on a track. A source has one track; without one it is not heard.
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
    public func control(_ control: AudioControl) { connection?.tryControl(control) }

    // MARK: Requests

    /// Asks the user something.
    /// - Throws: ``VoiceRequestRefusal`` when something is being asked already: one question at a time.
    public func presentVoiceRequest(_ request: any VoiceRequest) throws(VoiceRequestRefusal) {
        let turn = ConversationTurn.current
        try requests.present(request, turn: turn?.isEnded == true ? nil : turn)
    }

    /// Opens the ear for a command, as a microphone button does.
    /// - Throws: ``VoiceRequestRefusal`` when something is being asked already.
    public func startCommandRequest() throws(VoiceRequestRefusal) {
        try requests.present(commandRequest(), turn: nil)
    }

    /// Calls the request off that is being asked, and runs what its responder wants cleaned up.
    public func cancelVoiceRequest() async {
        if let cleanup = requests.cancelRequest() { await cleanUp(cleanup) }
    }

    func cleanUp(_ cleanup: @escaping VoiceRequestResponse.Action) async {
        let result = await HandlerRun(
            what: "the cleanup", limit: handlerTimeout, turn: nil, onTimeout: { _ in })(cleanup)
        if case .failure(let failure) = result { warn(failure.reason) }
    }

    // MARK: Commands

    /// The commands that can be given now, in the order that decides ties.
    public var commandRecognizers: [VerbalCommandRecognizer] { commandRegistry?.commandRecognizers ?? [] }

    /// What can be chosen now without a word.
    public var menuItems: [CommandMenuItem] { commandRecognizers.flatMap(\.menuItems) }

    /// What can be said now, a sentence for each command: what it does, or the shortest example of how to say it.
    public var availableCommands: [String] {
        var seen: Set<String> = []
        let catalog = Catalog(app: name, language: language, commands: [])
        return commandRecognizers.filter { seen.insert($0.commandType).inserted }.compactMap { recognizer in
            recognizer.summary ?? catalog.example(of: recognizer.patterns).map { "Say \"\($0)\"." }
        }
    }

    /// Carries a command out without a word said, in a turn of its own.
    public func choose(_ item: CommandMenuItem) {
        connection?.enqueue(.chosen(item))
    }

    /// What recognizers need to know now: the commands, or while something is being asked, the answers.
    var catalog: Catalog {
        if let dialogManager { return dialogManager.catalog }
        let recognizers = commandRecognizers
        // A registry of the app's own may change without telling; its recognizers tell.
        let key = CatalogKey(
            recognizers: recognizers.map(ObjectIdentifier.init), changes: RegistryChanges.count,
            phrases: requests.expectedPhrases)
        if let made, made.key == key { return made.catalog }
        let catalog = makeCatalog(recognizers, answers: key.phrases)
        // Kept alive, so that no other recognizer gets the identity of one.
        made = (key, catalog, recognizers)
        return catalog
    }

    private struct CatalogKey: Equatable {
        var recognizers: [ObjectIdentifier]
        var changes: Int
        var phrases: [String]?
    }

    private func makeCatalog(_ recognizers: [VerbalCommandRecognizer], answers phrases: [String]?) -> Catalog {
        if let phrases {
            let answers = Catalog.Command(type: Self.answerType, patterns: phrases + Self.cancelPhrases)
            return Catalog(app: name, language: language, commands: [answers])
        }
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

    /// The type under which the catalog lists the answers to a question.
    public nonisolated static let answerType = "answer"
    /// What calls a question off when it is said to it.
    public nonisolated static let cancelPhrases = [
        "cancel", "cancel that", "never mind", "forget it", "forget about it",
    ]

    func commandRequest() -> VerbalCommandRequest {
        let request = VerbalCommandRequest(registry: commandRegistry ?? CommandRecognizerCatalog())
        request.app = name
        return request
    }

    // MARK: The bus

    func connect(_ connection: ConversationConnection) {
        self.connection = connection
        isConnected = true
        trackCoordinator.connect(connection)
        RegistryChanges.observe(self) { [weak self] in self?.registryChanged() }
        refreshCatalog()
    }

    func disconnect() {
        isConnected = false
        RegistryChanges.forget(self)
        _ = requests.cancelRequest()
        trackCoordinator.close()
        connection = nil
    }

    private func registryChanged() { connection?.catalogChanged() }

    /// Publishes the catalog when it is not what was published last.
    func refreshCatalog() { connection?.publish(catalog) }

    var foreignQuestion: String? { connection?.foreign.question }

    /// The dialog manager's catalog has changed.
    public func catalogChanged() { registryChanged() }

    /// Tells the bus what is carried out in the turn that is being answered; nothing outside a turn.
    public func announce(_ invoked: CommandInvoked) {
        if let turn = ConversationTurn.current { connection?.announce(invoked, in: turn) }
    }

    /// Whether it is for this app to answer what no app has understood.
    public var answersForAll: Bool { connection.map { $0.host.answersForAll(in: $0.session) } ?? true }

    /// Tells of something that is wrong but ends no turn: once in the log and in the stage's status.
    public func report(problem text: String) { warn(text) }

    func openTurn(_ cause: Header?) -> ConversationTurn? { connection?.openTurn(cause) }

    func settle(_ turn: ConversationTurn) {
        // What can be said is known to all before the turn is over.
        refreshCatalog()
        turn.settle()
    }

    func abandon(_ turn: TurnID, _ reason: String) { connection?.abandon(turn, reason) }

    func startListening(_ options: RecognitionOptions, isCommand: Bool) -> MessageID? {
        connection?.startListening(options, isCommand: isCommand)
    }

    func stopListening(_ request: MessageID) { connection?.stopListening(request) }

    func report(_ status: VoiceRequestStatus, turn: ConversationTurn?) { connection?.report(status, turn: turn) }

    /// Says that a handler failed. One that took too long has been apologized for.
    func apologize(for failure: HandlerFailure, turn: ConversationTurn?) {
        warn(failure.reason)
        turn?.note(.failed, failure.reason)
        guard failure.code != .timedOut || turn == nil else { return }
        if let apology { sound(SpeechEvent(utteranceString: apology), turn: turn) }
    }

    /// Ends a turn of which nobody knows what was said. Somebody spoke: silence would be no answer.
    func fail(_ turn: ConversationTurn, _ reason: String) {
        turn.note(.failed, reason)
        if let apology { sound(SpeechEvent(utteranceString: apology), turn: turn) }
        settle(turn)
    }

    /// Ends a turn whose handler has used up its time, from whichever thread: the handler may block this one.
    func timeoutHandler(_ turn: ConversationTurn?) -> @Sendable (HandlerFailure) -> Void {
        guard let turn, let connection else { return { _ in } }
        let apology = apology
        return { failure in connection.fail(turn, failure.reason, apology: apology) }
    }

    func unrecognized(_ outcome: TurnEnded.Outcome, _ turn: ConversationTurn?) {
        turn?.note(outcome)
        guard outcome == .notUnderstood else { return }
        let sequence = AudioEventSequence(events: [requestSoundBoard.unrecognizedCommand])
        if let notUnderstoodMessage { sequence.addEvent(SpeechEvent(utteranceString: notUnderstoodMessage)) }
        trackCoordinator.play(sequence, on: .voiceRequest, turn: turn)
    }

    func warn(_ text: String) { connection?.warn(text) }
}

extension ConversationManager: VoiceRequestHost {}

extension ConversationManager: AudioEventListener {
    /// Queues what a source posts on the source's track.
    public func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        guard let track = sources[ObjectIdentifier(source)]?.track else { return }
        trackCoordinator.play(sequence, on: track)
    }
}
