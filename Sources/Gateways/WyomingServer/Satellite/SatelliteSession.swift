import SaybusExternalEngines
import SaybusMessages
import SaybusVoiceSatellite

/// The conversation of a satellite with one peer, such as Home Assistant: reads its events one after the other.
struct SatelliteSession {
    /// The part of a peer.
    enum Part: Sendable {
        /// It has sent nothing yet.
        case new
        /// It has asked something, and not for the satellite.
        case asking
        /// It takes the satellite's turns. Home Assistant sends a `ping` every two seconds then.
        case driving
        /// It has muted the satellite: Home Assistant sends no `ping` until that is undone, and then connects anew.
        case muting

        /// The time without an event after which the peer is gone; nil for one that may say nothing for days.
        var silence: Duration? {
            switch self {
            case .new: WyomingPeer.firstTime
            case .asking: WyomingPeer.idleTime
            case .driving: .seconds(30)
            case .muting: nil
            }
        }
    }

    /// The most samples of a sound: some minutes.
    private static let maximumSamples = 8 << 20

    private let peer: WyomingPeer
    private let link: SatelliteLink
    private let satellite: SatelliteRunner
    private let info: WyomingEvent
    private let sounds: SatelliteSounds?
    private var part = Part.new
    /// Whether a run goes on.
    private var isRunning = false
    /// Whether the run's words have come, which its answer follows.
    private var hasWords = false
    /// Whether the next sound is the answer of a run, and not an announcement.
    private var hasAnswer = false
    /// The words of the next sound, if it is an announcement.
    private var announcement = ""
    private var lateAnswer = LateAnswer()
    /// The sound that arrives.
    private var sound: (stream: IncomingSound, samples: [Int16])?

    /// Creates a session.
    /// - Parameters:
    ///   - info: The answer to `describe`.
    ///   - sounds: Where the audio stage finds the peer's speech; nil drops it.
    init(_ peer: WyomingPeer, _ satellite: SatelliteRunner, info: WyomingEvent, sounds: SatelliteSounds?) {
        (self.peer, self.satellite, self.info, self.sounds) = (peer, satellite, info, sounds)
        link = SatelliteLink(peer)
    }

    /// Serves the peer until it goes.
    /// - Returns: The reason why it was cut off; nil when it has closed its connection.
    mutating func run() async -> String? {
        let sending = Task { [link] in await link.run() }
        let reason = await serve()
        if let reason { link.send(.error(EngineFailure(.refused, reason))) }
        await satellite.disconnected(link)
        link.close()
        await sending.value
        peer.close()
        return link.isTooSlow ? "it does not read what is sent to it" : reason
    }

    private mutating func serve() async -> String? {
        do {
            while !Task.isCancelled {
                let event = try await nextEvent()
                if part == .new { part = .asking }
                do {
                    try await translate(event)
                } catch let error as RequestFailure {
                    // A sound of another format.
                    sound = nil
                    link.send(.error(error))
                    await deliver("")
                }
                peer.record(part == .driving ? .receiving : .none)
            }
            return nil
        } catch let error as EngineFailure {
            return error.code == .unreachable ? nil : error.reason
        } catch {
            return "\(error)"
        }
    }

    private func nextEvent() async throws(EngineFailure) -> WyomingEvent {
        guard let silence = part.silence else {
            while !Task.isCancelled, await peer.hasInput(within: WyomingPeer.idleTime) == false {}
            return try await peer.receive(within: WyomingPeer.idleTime)
        }
        return try await peer.receive(within: silence)
    }

    private mutating func translate(_ event: WyomingEvent) async throws {
        let text = event.text("text") ?? ""
        switch event.type {
        case "describe": link.send(info)
        case "ping": link.send(.pong(to: event))
        case "run-satellite":
            part = .driving
            await satellite.connected(link)
        case "pause-satellite":
            if part == .driving { part = .muting }
            await satellite.muted(by: link)
        case "transcribe":
            await dropAnswer()
            (isRunning, hasWords, hasAnswer) = (true, false, false)
            await tell(VoiceEvent(.runStart))
            await satellite.receive(.taken(hasFailed: false), from: link)
        case "voice-stopped": await tell(VoiceEvent(.sttVoiceEnd))
        case "transcript":
            hasWords = true
            // Home Assistant carries out what it has heard of a run that was given up.
            if link.isWithdrawn, isRunning, !text.isEmpty { lateAnswer.expect(.words, now: .now) }
            await tell(VoiceEvent(.sttEnd, ["text": text]))
            // For silence Home Assistant sends an error instead.
            if text.isEmpty { await endRun() }
        case "synthesize" where lateAnswer.has(.words, now: .now):
            isRunning = false
            // Home Assistant may send a long answer's sound before all its words are known.
            if sound != nil { await dropLateSound() } else { lateAnswer.expect(.sound, now: .now) }
        case "synthesize":
            lateAnswer.forget()
            if link.isWithdrawn { isRunning = false }
            // Speech before the words of a run, such as a timer's end, is not its answer.
            hasAnswer = isRunning && hasWords
            announcement = hasAnswer ? "" : text
            if hasAnswer { await tell(VoiceEvent(.ttsStart, ["text": text])) }
        // A server of Saybus says the end of the turn, too: the only end of one without words.
        case "handled": if !hasAnswer { await endRun() }
        case "not-handled": if !hasAnswer { await endRun(VoiceEvent(.error, ["message": text])) }
        case "audio-start" where lateAnswer.has(.sound, now: .now): await dropLateSound()
        case "audio-start": sound = (try IncomingSound(event, keepsRate: true), [])
        case "audio-chunk":
            guard let stream = sound?.stream, let count = sound?.samples.count, sounds != nil else { return }
            sound?.samples += stream.samples(event.payload).prefix(Self.maximumSamples - count)
        case "audio-stop": await endSound()
        case "error":
            // Also one that comes instead of a run's beginning.
            isRunning = true
            await endRun(VoiceEvent(.error, ["code": event.text("code") ?? "", "message": text]))
        default: if let timer = TimerEvent(event) { await satellite.receive(.timer(timer), from: link) }
        }
    }

    /// Drops the answer of the last run, which was given up: its rest, or all of it, must not sound while the user
    /// speaks.
    private mutating func dropAnswer() async {
        if lateAnswer.has(.words, now: .now) { lateAnswer.forget() }
        guard isRunning, hasWords else { return }
        if sound != nil {
            sound = nil
            await satellite.dropped()
        } else if hasAnswer {
            lateAnswer.expect(.sound, now: .now)
        }
    }

    private mutating func dropLateSound() async {
        sound = nil
        lateAnswer.forget()
        await satellite.dropped()
        // Home Assistant shows the satellite as answering until then.
        if !isRunning { link.tell(.played(false)) }
    }

    private func tell(_ event: VoiceEvent) async { await satellite.receive(.event(event), from: link) }

    private mutating func endSound() async {
        guard let (stream, samples) = sound else { return }
        sound = nil
        let all = samples + stream.finish()
        let file = await store(all, rate: stream.resultRate)
        await deliver(file)
    }

    /// Hands a sound over: an announcement, or the answer of the run, which it ends.
    /// - Parameter file: The name of its file; empty when there is none, so that its words are spoken.
    private mutating func deliver(_ file: String) async {
        guard hasAnswer else {
            let words = announcement
            announcement = ""
            return await satellite.receive(.announce(Announcement(file: file, text: words)), from: link)
        }
        // A run of the protocol ends with its answer.
        await endRun(VoiceEvent(.ttsEnd, file: file))
    }

    /// Writes a sound.
    /// - Returns: The name of its file; empty when there is none, so that its words are spoken.
    private func store(_ samples: [Int16], rate: Int) async -> String {
        guard !samples.isEmpty, let sounds else { return "" }
        do throws(SatelliteSoundError) {
            return try sounds.write(samples, rate: rate)
        } catch {
            await satellite.report(error)
            return ""
        }
    }

    /// Ends the run; does nothing when none goes on.
    /// - Parameter last: Its last event; nil when there was one.
    private mutating func endRun(_ last: VoiceEvent? = nil) async {
        hasAnswer = false
        guard isRunning else { return }
        isRunning = false
        lateAnswer.forget()
        if let last { await tell(last) }
        await tell(VoiceEvent(.runEnd))
    }
}

extension TimerEvent {
    /// Reads a `timer-started`, `timer-updated`, `timer-cancelled` or `timer-finished`; nil for another event.
    init?(_ event: WyomingEvent) {
        let kinds: [String: Kind] = [
            "timer-started": .started, "timer-updated": .updated, "timer-cancelled": .cancelled,
            "timer-finished": .finished,
        ]
        guard let kind = kinds[event.type], let id = event.text("id") else { return nil }
        let seconds = event.integer("total_seconds") ?? 0
        self.init(kind, id: id, name: event.text("name") ?? "", seconds: seconds, secondsLeft: seconds)
    }
}
