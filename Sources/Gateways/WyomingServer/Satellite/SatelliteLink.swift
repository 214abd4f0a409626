import SaybusExternalEngines
import SaybusMessages
import SaybusVoiceSatellite
import Synchronization

/// The events that a satellite sends to Home Assistant: they wait in a bounded queue.
final class SatelliteLink: SatellitePeer {
    /// The most events that wait for a peer that does not read: a minute of sound.
    private static let maximumWaiting = 1_024

    private let peer: WyomingPeer
    private let events: AsyncStream<WyomingEvent>
    private let continuation: AsyncStream<WyomingEvent>.Continuation
    private let failing = Mutex(false)
    private let withdrawn = Mutex(false)

    init(_ peer: WyomingPeer) {
        self.peer = peer
        (events, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.maximumWaiting))
    }

    /// Whether the queue was full.
    var isTooSlow: Bool { failing.withLock { $0 } }

    /// Whether the satellite has given up its last run, of which the peer says nothing more.
    var isWithdrawn: Bool { withdrawn.withLock { $0 } }

    /// Sends an event, after those that wait. A peer for which too many wait is cut off.
    func send(_ event: WyomingEvent) {
        guard case .dropped = continuation.yield(event) else { return }
        failing.withLock { $0 = true }
        peer.close()
    }

    /// Sends a message of the satellite to Home Assistant.
    func tell(_ message: SatelliteMessage) {
        switch message {
        case .pipeline(start: true, conversation: _, wakeWord: let wakeWord):
            let name: [String: JSONValue] = wakeWord.isEmpty ? [:] : ["name": .string(wakeWord)]
            withdrawn.withLock { $0 = false }
            if !wakeWord.isEmpty { send(WyomingEvent(type: "detection", data: name)) }
            send(
                WyomingEvent(
                    type: "run-pipeline",
                    data: ["start_stage": "asr", "end_stage": "tts", "restart_on_end": false]))
        // Nobody is to carry out half a sentence. Home Assistant does not know the field, which harms nobody.
        case .pipeline(start: false, conversation: _, wakeWord: _):
            withdrawn.withLock { $0 = true }
            send(WyomingEvent(type: "audio-stop", data: ["withdrawn": true]))
        case .sound(_, isEnd: true): send(.audioStop)
        case .sound(let bytes, isEnd: false):
            let format: [String: JSONValue] = [
                "rate": .integer(Int64(PCMFormat.speech.rate)), "width": 2, "channels": 1,
            ]
            send(WyomingEvent(type: "audio-chunk", data: format, payload: bytes))
        case .played: send(WyomingEvent(type: "played"))
        }
    }

    /// Sends until ``close()``.
    func run() async {
        for await event in events {
            do {
                try await peer.send(event)
            } catch {
                return peer.close()
            }
        }
    }

    /// Ends the queue.
    func close() { continuation.finish() }
}
