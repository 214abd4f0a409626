import SaybusBus
import SaybusMessages
import Synchronization

/// An audio stage that plays nothing. It reports each sequence as played, either at once or when the test releases it.
public final class AudioDouble: Sendable {
    private let bus: Bus
    /// A way to treat sequences.
    private enum Mode {
        /// They are played to their end at once.
        case plays
        /// They begin to sound and go on.
        case holds
        /// They wait.
        case waits
    }

    private let held = Mutex<[Message<AudioSequence>]>([])
    private let mode = Mutex(Mode.plays)
    private let position = Mutex<Int?>(nil)
    private let task: Mutex<Task<Void, any Error>?> = Mutex(nil)

    /// Connects to a bus. The stage's subscriptions are in place when this returns.
    public init(_ test: TestBus) async throws {
        bus = try test.connect(.audio)
        let messages = bus.subscribe(to: [AudioSequence.self, AudioControl.self])
        try await bus.ready()
        let running = Task { [weak self] in
            for await case .message(let message) in messages { try self?.take(message) }
        }
        task.withLock { $0 = running }
    }

    deinit { task.withLock { $0?.cancel() } }

    /// Sets the playback position in milliseconds that is reported at the end of an event.
    public func sounds(for milliseconds: Int) { position.withLock { $0 = milliseconds } }

    /// Lets all further sequences sound until ``release()``.
    public func hold() { mode.withLock { $0 = .holds } }

    /// Lets all further sequences wait until ``release()``, as if their files were being fetched.
    public func delay() { mode.withLock { $0 = .waits } }

    /// Reports the held sequences as played. From now on, sequences are reported as played at once.
    public func release() throws {
        let isHeld = mode.withLock { mode in
            defer { mode = .plays }
            return mode == .holds
        }
        let waiting = held.withLock { held in
            defer { held = [] }
            return held
        }
        for message in waiting { try isHeld ? finish(message) : play(message) }
    }

    /// Reports the held sequences as paused at this position in milliseconds. They are still held.
    public func suspend(at milliseconds: Int) throws {
        for message in held.withLock(\.self) {
            try bus.publish(
                AudioPlayback(sequence: message.header.id, state: .suspended, positionMs: milliseconds),
                answering: message.header)
        }
    }

    /// Ends the held sequences with reports other than "played".
    public func end(
        as state: AudioPlayback.State, items: [AudioPlayback] = [], reason: String? = nil,
        cause: AudioPlayback.Cause? = nil
    ) throws {
        try end(as: state, items: items, reason: reason, cause: cause) { _ in true }
    }

    private func end(
        as state: AudioPlayback.State, items: [AudioPlayback], reason: String?, cause: AudioPlayback.Cause?,
        where matches: (Message<AudioSequence>) -> Bool
    ) throws {
        let waiting = held.withLock { held in
            let ended = held.filter { matches($0) }
            held.removeAll { matches($0) }
            return ended
        }
        for message in waiting {
            for var item in items {
                item.sequence = message.header.id
                try bus.publish(item, answering: message.header)
            }
            try bus.publish(
                AudioPlayback(sequence: message.header.id, state: state, reason: reason, cause: cause),
                answering: message.header)
        }
    }

    /// Publishes one heartbeat and no further one, so that the broker reports this stage as lost after three seconds.
    public func fallSilent() throws {
        try bus.publish(StageStatus(role: .audio, instance: "test", state: .ready, pid: 1, uptimeMs: 1))
    }

    private func take(_ message: RawMessage) throws {
        if let sequence = bus.read(message, as: AudioSequence.self), message.header.kind == AudioSequence.kind {
            let mode = mode.withLock(\.self)
            if sequence.body.policy == .interrupt {
                try interrupt(because: "interrupted by a newer sequence", .newerSequence) {
                    $0.header.session == sequence.header.session && $0.body.trackName == sequence.body.trackName
                }
            }
            // The sequence is stored before the report is sent, because the report may make another stage stop the
            // sequence at once.
            if mode != .plays { held.withLock { $0.append(sequence) } }
            try report(sequence, .queued)
            switch mode {
            case .plays: try play(sequence)
            case .holds: try report(sequence, .started)
            case .waits: break
            }
        } else if let control = bus.read(message, as: AudioControl.self), control.body.action == .stop {
            try interrupt(because: "stopped", .demand) { _ in true }
        }
    }

    private func interrupt(
        because reason: String, _ cause: AudioPlayback.Cause, where matches: (Message<AudioSequence>) -> Bool
    ) throws {
        let items = position.withLock(\.self).map {
            [AudioPlayback(sequence: MessageID(), item: 0, state: .interrupted, positionMs: $0)]
        }
        try end(as: .interrupted, items: items ?? [], reason: reason, cause: cause, where: matches)
    }

    private func play(_ message: Message<AudioSequence>) throws {
        try report(message, .started)
        try finish(message)
    }

    private func finish(_ message: Message<AudioSequence>) throws {
        if message.body.reportsItems == true {
            for item in message.body.events.indices {
                try bus.publish(
                    AudioPlayback(
                        sequence: message.header.id, item: item, state: .finished,
                        positionMs: position.withLock(\.self) ?? 0), answering: message.header)
            }
        }
        try report(message, .finished)
    }

    private func report(_ message: Message<AudioSequence>, _ state: AudioPlayback.State) throws {
        try bus.publish(AudioPlayback(sequence: message.header.id, state: state), answering: message.header)
    }
}
