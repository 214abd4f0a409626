import SaybusBus
import SaybusMessages
import SaybusProcesses
import SaybusStage
import SaybusSupport
import SaybusTerminal

/// `saybus say`: has the audio stage speak a text, and waits until it has been played. A signal stops the speech.
public struct Say: Sendable {
    /// Time that an audio stage may take to accept the text.
    private static let acceptTime = Duration.seconds(10)
    /// Time that an audio stage may take to report the end of speech that a signal has stopped.
    private static let stopTime = Duration.seconds(2)

    private let text: String
    private let address: BusAddress
    private let session: Session?
    private let timeout: Duration
    private let wait: Duration

    /// Creates a request to speak a text.
    /// - Parameters:
    ///   - text: The text.
    ///   - address: The address of the bus.
    ///   - session: The session; nil for `default`.
    ///   - timeout: Time until the text must have been played.
    ///   - wait: Time to wait for the broker and the audio stage.
    public init(
        _ text: String, at address: BusAddress, session: Session? = nil, timeout: Duration, wait: Duration = .zero
    ) {
        (self.text, self.address, self.session, self.timeout, self.wait) = (text, address, session, timeout, wait)
    }

    /// Returns the command that ends the sound of a track.
    private func stop(_ track: String) -> String {
        let option = session.map { " --session \($0)" } ?? ""
        let body = #"{"action":"stop","track":"\#(track)"}"#
        return "saybus-tap inject audio.control '\(body)'\(option) --bus \(address)"
    }

    /// Speaks the text and prints the progress.
    /// - Throws: `StageFailure` or `BusError` when no stage can speak, or when the text was not played to its end.
    public func run(output: TextOutput = .standardOutput) async throws {
        let client = try ClientConnection(.say, at: address, wait: wait, tracking: [AudioSequence.self])
        try await withClosing(client.bus) {
            let bus = client.bus
            let messages = bus.subscribe(to: [AudioPlayback.self, StageStatus.self])
            try await client.ready(["audio"], wait: wait)
            // The signals are caught before there is anything to stop.
            let stops = await StopSignals.caught()
            // A track of its own, so that a stop ends nothing else.
            let track = "\(bus.source)"
            let sent = try bus.publish(
                AudioSequence([.speech(.init(text))], track: track), session: session,
                deadline: bus.now + Self.acceptTime.microseconds)
            let wasStopped = Task {
                var limit: Task<Void, Never>?
                defer { limit?.cancel() }
                for await _ in stops {
                    guard limit == nil else {
                        // The second signal does not wait for the stage.
                        await bus.close()
                        return true
                    }
                    _ = try? bus.publish(AudioControl(.stop, track: track), session: session)
                    limit = Task {
                        // The time limit itself: a stage that hangs reports no end.
                        try? await Task.sleep(for: Self.stopTime)
                        await bus.close()
                    }
                }
                return limit != nil
            }
            defer { wasStopped.cancel() }
            var record = SayRecord(sequence: sent.id, start: sent.at)
            let alarm = Task {
                try await Task.sleep(for: timeout)
                await bus.close()
            }
            defer { alarm.cancel() }
            for await received in messages {
                guard let (header, body) = bus.readBody(received) else { continue }
                if let step = record.observe(header, body) { step.print(to: output) }
                if let end = record.end { return try end.get() }
            }
            try Task.checkCancellation()
            wasStopped.cancel()
            let problem =
                await wasStopped.value
                ? "the audio stage has not reported that it stopped the text"
                : "the text was not played to its end within \(timeout.inWords), and may still be playing"
            throw StageFailure(
                .failed,
                "\(problem); stop it with: \(stop(track)); see what the audio stage does with: saybus status --bus \(address)"
            )
        }
    }
}
