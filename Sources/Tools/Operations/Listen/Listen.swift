import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus listen`: presses the button of a listening stage, and prints the turn.
public struct Listen: Sendable {
    /// The options of the command.
    public struct Options: Sendable {
        /// The session; nil for `default`.
        public var session: Session?
        /// The time to wait for speech to begin.
        public var speechTimeout: Duration = .seconds(8)
        /// The time from the beginning of speech to the end of the turn.
        public var timeout: Duration = .seconds(40)
        /// The time to wait for the broker and the stages.
        public var wait: Duration = .zero
        /// Whether to hold the button until ``Listen/run(output:log:released:)`` says that it is released, rather than
        /// to let the pause after the words end the turn.
        public var isHeld = false
        /// Whether the button is held until the command is run once more with this option, which releases it.
        public var isToggle = false
        /// Whether a signal that would end the process withdraws the button, or releases one that is held.
        public var catchesSignals = false

        /// Creates the default options.
        public init() {}
    }

    private static let kinds: [any BusMessage.Type] =
        [Receipt.self, SpeechStarted.self, SpeechPartial.self, SpeechTranscript.self] + AskRecord.kinds
    /// The time in which the listening stage must take the button.
    private static let requestTime = Duration.seconds(5)

    private let address: BusAddress
    private let options: Options

    /// Creates the command.
    public init(at address: BusAddress, options: Options = Options()) {
        (self.address, self.options) = (address, options)
    }

    /// Listens for one turn, and prints its steps.
    /// - Parameters:
    ///   - output: Gets the steps.
    ///   - log: Gets what the user should do.
    ///   - released: Returns when a held button is released.
    /// - Returns: Whether something was heard, and the turn was handled.
    /// - Throws: `StageFailure` when no listening stage is ready, or the turn does not end in time.
    public func run(
        output: TextOutput = .standardOutput, log: TextOutput = .standardError,
        released: @escaping @Sendable () async -> Void = {}
    ) async throws -> Bool {
        let client = try ClientConnection(.ask, at: address, wait: options.wait, tracking: [ListenRequest.self])
        return try await withClosing(client.bus) {
            guard options.isToggle else { return try await run(client, output, log, released) }
            switch ListenButton.press(options.session ?? .default, at: address) {
            case .held(let button):
                defer { withExtendedLifetime(button) {} }
                return try await run(client, output, log, released)
            case .isHeldByOther: return try await release(client, log)
            case .failed(let reason): throw StageFailure(.inputOutput, "the button cannot be held: \(reason)")
            }
        }
    }

    /// Releases the button that another process holds.
    private func release(_ client: ClientConnection, _ log: TextOutput) async throws -> Bool {
        try await client.ready(["listen"], wait: options.wait)
        try client.bus.publish(
            ListenRequest(mode: .release), session: options.session ?? .default,
            deadline: client.bus.now + Self.requestTime.microseconds)
        await client.bus.settled()
        log.line("released")
        return true
    }

    private func run(
        _ client: ClientConnection, _ output: TextOutput, _ log: TextOutput,
        _ released: @escaping @Sendable () async -> Void
    ) async throws -> Bool {
        let (bus, session) = (client.bus, options.session ?? .default)
        let messages = bus.subscribe(to: Self.kinds, in: session)
        if options.wait > .zero { log.line("waiting for a listening stage in \(session) …") }
        try await client.ready(["listen"], wait: options.wait)
        let isHeld = options.isHeld || options.isToggle
        let request = ListenRequest(
            mode: isHeld ? .hold : .pushToTalk,
            noSpeechTimeoutMs: Int(options.speechTimeout.milliseconds))
        // The signals are caught before there is anything to withdraw.
        let stops = await options.catchesSignals ? StopSignals.caught() : AsyncStream { $0.finish() }
        let pressed = try bus.publish(
            request, session: session, deadline: bus.now + Self.requestTime.microseconds)
        let leave: @Sendable () -> Void = {
            // The microphone would stay open for nobody.
            let end = isHeld ? ListenRequest(mode: .release) : .withdrawal(of: pressed.id)
            _ = try? bus.publish(end, session: session)
        }
        let wasStopped = Task {
            for await _ in stops {
                leave()
                await bus.close()
                return true
            }
            return false
        }
        defer { wasStopped.cancel() }
        let turn = await withTaskCancellationHandler {
            await follow(messages, of: pressed.id, on: bus, in: session, output, log, released)
        } onCancel: {
            leave()
        }
        if let end = turn.end { return end.outcome == .handled }
        try Task.checkCancellation()
        wasStopped.cancel()
        if await wasStopped.value {
            log.line(isHeld ? "released" : turn.hasBegun ? "the turn goes on by itself" : "the turn is withdrawn")
            return false
        }
        guard !turn.hasBegun else {
            throw StageFailure(.failed, "the turn did not end within \(options.timeout.inWords)")
        }
        log.line("nothing was heard in the conversation \(session) within \(options.speechTimeout.inWords)")
        return false
    }

    /// Follows the turn of a button, and prints its steps.
    /// - Returns: Whether the turn has begun, and its end; no end if the time was over or the bus was closed before.
    private func follow(
        _ messages: RawSubscription, of button: MessageID, on bus: Bus, in session: Session, _ output: TextOutput,
        _ log: TextOutput, _ released: @escaping @Sendable () async -> Void
    ) async -> (hasBegun: Bool, end: TurnEnded?) {
        let release =
            options.isHeld
            ? Task {
                await released()
                // After the turn's end it would release the button of somebody else.
                guard !Task.isCancelled else { return }
                _ = try? bus.publish(ListenRequest(mode: .release), session: session)
            } : nil
        defer { release?.cancel() }
        log.line("waiting for a turn in \(session) …")
        // The stage reports nothing when nobody speaks after the button.
        let silence = alarm(after: options.speechTimeout + .seconds(1), bus) {
            // A stage that has been waiting for the end of an answer would open the microphone now.
            _ = try? bus.publish(ListenRequest.withdrawal(of: button), session: session)
        }
        defer { silence.cancel() }
        var turn = ListenTurn(of: button, output: output)
        defer { turn.clear() }
        var limit: Task<Void, any Error>?
        defer { limit?.cancel() }
        for await received in messages {
            guard let (header, body) = bus.readBody(received) else { continue }
            switch turn.observe(header, body) {
            case .taken: log.line(invitation)
            case .began:
                silence.cancel()
                limit = alarm(after: options.timeout, bus)
            case .ended(let end): return (true, end)
            case nil: break
            }
        }
        return (turn.hasBegun, nil)
    }

    /// The line that tells the user to speak, once the stage has taken the button.
    private var invitation: String {
        if options.isToggle { return "speak; the next saybus listen --toggle ends it" }
        return options.isHeld ? "speak, and press Return when you are done" : "speak now"
    }

    /// Ends all waiting on the bus after a time, and first calls `last`.
    private func alarm(
        after time: Duration, _ bus: Bus, last: @escaping @Sendable () -> Void = {}
    ) -> Task<Void, any Error> {
        Task {
            try await Task.sleep(for: time)
            last()
            await bus.close()
        }
    }
}
