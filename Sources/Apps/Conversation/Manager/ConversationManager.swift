import Logging
import SaybusDispatch
import SaybusMessages
import SaybusPhrases

/// The conversation of one session: its commands, tracks, questions and connection to the bus.
///
/// The program of an app makes one for each conversation, and ``ConversationApp/setUp(_:)`` fills it:
///
/// ```swift
/// func setUp(_ manager: ConversationManager) {
///     manager.commandRegistry = topic
///     manager.addAudioSource(topic, forTrack: .main)
/// }
/// ```
@ConversationActor
public final class ConversationManager {
    /// The app's name on the bus: `[A-Za-z0-9._-]{1,64}`.
    public let name: String
    /// The BCP 47 language of the commands and of built-in sentences.
    public let language: String
    /// The session to which the conversation belongs, and no other one.
    public let session: Session
    /// The values that the conversation keeps across restarts.
    public let store: ConversationStore
    /// The tracks: ``AudioTrackIdentifier/main`` with priority 10, ``AudioTrackIdentifier/voiceRequest`` with 999, and
    /// those of the app.
    public let trackCoordinator: AudioTrackCoordinator
    /// The registry of commands; nil for none.
    public var commandRegistry: (any VerbalCommandRegistry)? { didSet { registryChanged() } }
    /// The dialog that gets each utterance before commands are looked up; nil leaves all utterances to the registry.
    package var dialogManager: (any DialogManager)? { didSet { registryChanged() } }
    /// The sounds of requests, on their track.
    public let requestSoundBoard = VoiceRequestSoundBoard()
    /// The apology for a failed handler; nil for none.
    public var apology: String? = BuiltInSentence.failed.text()
    /// The sentence, after the tone, for an utterance that is no command; nil for none.
    public var notUnderstoodMessage: String?
    /// The clock for the time limits of questions. Set it before the first question.
    package var clock: any Clock<Duration> = ContinuousClock()
    /// The times in which apps say whether their own matchers understand words. Set them before the conversation runs.
    package var offerTimes = OfferTimes()
    /// Time limit of a handler.
    public var handlerTimeout: Duration = ConversationManager.standardHandlerTimeout
    /// Default time limit of a handler, and that of ``ConversationApp/setUp(_:)``.
    public nonisolated static let standardHandlerTimeout = Duration.seconds(10)
    /// Time limit of an answer while no listening stage is ready and the user may type. Other apps leave words to the
    /// question for five minutes at most.
    public var typingTimeout: Duration = .seconds(300)

    /// The controller that presents questions, of which one is open at a time.
    public private(set) lazy var requests = VoiceRequestController(host: self)

    private var sources: [ObjectIdentifier: (source: any AudioEventSource, track: AudioTrackIdentifier)] = [:]
    private var retained: [AnyObject] = []
    /// The last rate, volume and voice that were set.
    private var settings: [AudioControl] = []
    private(set) var conversation: HostedConversation?
    /// Whether the conversation is connected to the bus. Work begun after the disconnection is never stopped.
    package private(set) var isConnected = false
    /// The catalog that was built last; nil before that.
    var builtCatalog: BuiltCatalog?
    /// The menu items that were chosen before the conversation was connected to the bus; nil afterwards.
    private var earlyChoices: [CommandMenuItem]? = []
    /// The problems that were reported while the conversation was not connected to the bus.
    private var earlyProblems: [String] = []
    /// Maximum number of such problems.
    private static let maximumEarlyProblems = 100

    /// Creates a conversation with the two standard tracks.
    /// - Parameters:
    ///   - name: The app's name on the bus.
    ///   - language: The BCP 47 language of the conversation.
    ///   - session: The session of the conversation, whose values are kept.
    ///   - store: The values that are kept across restarts; nil for those of the app and the session.
    ///   - trackCoordinator: The app's own coordinator, which gets the standard tracks that it lacks; nil for a new
    ///     one.
    public init(
        name: String, language: String = "en-US", session: Session = .default, store: ConversationStore? = nil,
        trackCoordinator: AudioTrackCoordinator? = nil
    ) {
        self.session = session
        self.store = store ?? ConversationStore(app: name, session: session)
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
        self.store.onProblem { [weak self] problem in
            Task { @ConversationActor [weak self] in self?.report(problem: problem) }
        }
    }

    /// Keeps an object for as long as the conversation lives, such as the controller behind its topics.
    public func retain(_ object: AnyObject) { retained.append(object) }

    // MARK: Sounds

    /// Connects a source with a track. A source has one track; without a track it is not played.
    public func addAudioSource(_ source: any AudioEventSource, forTrack track: AudioTrackIdentifier) {
        sources[ObjectIdentifier(source)] = (source, track)
        source.addListener(self)
    }

    /// Disconnects a source from its track. What it posts from then on is not played.
    public func removeAudioSource(_ source: any AudioEventSource) {
        sources[ObjectIdentifier(source)] = nil
        source.removeListener(self)
    }

    /// Changes settings of the audio stage, such as the speech rate.
    ///
    /// The rate, the volume and the voice are set again when the conversation begins, and when an audio stage starts.
    public func control(_ control: AudioControl) {
        if [.rate, .volume, .voice].contains(control.action) {
            settings.removeAll { $0.action == control.action && $0.track == control.track }
            settings.append(control)
        }
        send(control)
    }

    /// Sets the audio stage as ``control(_:)`` has set it before.
    func restoreSettings() { for control in settings { send(control) } }

    private func send(_ control: AudioControl) {
        guard let connection else { return }
        connection.runtime.tryPublishing { try connection.control(control) }
    }

    // MARK: Requests

    /// Asks the user a question. In a turn, an open question of another app ends as cancelled.
    /// - Throws: ``VoiceRequestRefusal`` when another question of this app is open, or, outside of a turn, one of
    ///   another app.
    public func presentVoiceRequest(_ request: any VoiceRequest) throws(VoiceRequestRefusal) {
        let turn = ConversationTurn.current
        try requests.present(request, turn: turn?.isEnded == true ? nil : turn)
    }

    /// Asks the listening stage to listen for a command, as a microphone button does.
    /// - Throws: ``VoiceRequestRefusal`` when a question is open.
    public func startCommandRequest() throws(VoiceRequestRefusal) {
        try requests.present(commandRequest(), turn: nil)
    }

    /// Ends listening now, as the release of a microphone button does. Words that have been said are still recognized.
    ///
    /// An open question has then got no answer, unless the user has begun to speak; a request for a command is
    /// cancelled. Nothing happens while no one listens.
    public func stopListening() { requests.stopListeningNow() }

    /// Cancels the open request, and runs the cleanup of its responder.
    public func cancelVoiceRequest() async {
        if let cleanup = requests.cancelRequest() { await cleanUp(cleanup) }
    }

    func cleanUp(_ cleanup: @escaping VoiceRequestResponse.Action) async {
        let result = await HandlerRun(
            what: "the cleanup", limit: handlerTimeout, turn: nil, onTimeout: { _ in })(cleanup)
        if case .failure(let failure) = result { report(problem: failure.reason) }
    }

    // MARK: Commands

    /// Carries out a command without speech, in a turn of its own.
    ///
    /// An item that is chosen in ``ConversationApp/setUp(_:)`` waits until the conversation is connected to the bus.
    /// After the end of the conversation nothing happens.
    public func choose(_ item: CommandMenuItem) {
        if let conversation { conversation.choose(item) } else { earlyChoices?.append(item) }
    }

    // MARK: The bus

    var connection: SessionConnection? { conversation?.connection }

    /// Begins the conversation on the bus.
    func connect(_ conversation: HostedConversation) {
        self.conversation = conversation
        isConnected = true
        trackCoordinator.connect(conversation.connection)
        restoreSettings()
        RegistryChanges.observe(self) { [weak self] in self?.registryChanged() }
        refreshCatalog()
        // A question of before, whose prompt has just been sent.
        requests.reportAgain()
        for problem in takeEarlyProblems() { report(problem: problem) }
        for item in earlyChoices ?? [] { conversation.choose(item) }
        earlyChoices = nil
    }

    /// Ends the conversation.
    func disconnect() {
        isConnected = false
        RegistryChanges.forget(self)
        _ = requests.cancelRequest()
        trackCoordinator.close()
        conversation = nil
    }

    func registryChanged() { conversation?.catalogChanged() }

    /// Publishes the catalog if it has changed.
    func refreshCatalog() { conversation?.publish(catalog) }

    /// Publishes the dialog manager's catalog after a change.
    package func catalogChanged() { registryChanged() }

    /// Publishes the command that the current turn carries out. Does nothing outside a turn.
    package func announce(_ invoked: CommandInvoked) {
        if let turn = ConversationTurn.current { connection?.announce(invoked, in: turn) }
    }

    /// Whether this app answers the utterances that no app has understood.
    package var answersForAll: Bool { connection.map { $0.runtime.answersForAll(in: $0.session) } ?? true }

    /// Reports a problem that ends no turn. Each distinct text is logged and shown in the stage's status once: a
    /// problem of ``ConversationApp/setUp(_:)`` when the conversation is connected to the bus.
    public func report(problem text: String) {
        if let connection { return connection.report(problem: text) }
        guard earlyProblems.count < Self.maximumEarlyProblems, !earlyProblems.contains(text) else { return }
        earlyProblems.append(text)
    }

    /// Removes and returns the problems that were reported while the conversation was not connected to the bus.
    func takeEarlyProblems() -> [String] {
        defer { earlyProblems = [] }
        return earlyProblems
    }
}

extension ConversationManager: AudioEventListener {
    /// Queues what a source posts on the source's track.
    public func eventSource(_ source: any AudioEventSource, didPost sequence: AudioEventSequence) {
        guard let track = sources[ObjectIdentifier(source)]?.track else { return }
        trackCoordinator.play(sequence, on: track)
    }
}
