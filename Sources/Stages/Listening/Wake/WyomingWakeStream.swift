import SaybusExternalEngines
import SaybusMessages

/// A stretch of sound on its way to a Wyoming server's wake word detection. Its functions block.
///
/// It has a class's identity since the connection cannot be copied.
final class WyomingWakeStream {
    private var connection: WyomingConnection
    private var pending: [Int16] = []
    /// Samples of the stretch that were sent, or not because there was no connection.
    private var count: Int

    /// The samples of a chunk: 80 ms, the step of openWakeWord.
    private static let chunk = PCMFormat.speech.samples(.milliseconds(80))
    /// The most events read after a chunk.
    private static let maximumEvents = 16

    /// Connects. A server that is asked must answer first: one that hangs accepts connections, too.
    init(
        _ address: SocketAddress, name: String, count: Int, isAsked: Bool = false,
        before deadline: ContinuousClock.Instant
    ) throws(EngineFailure) {
        self.count = count
        connection = try WyomingConnection(to: address, before: deadline)
        if isAsked {
            try connection.send(WyomingEvent(type: "describe"), before: deadline)
            while try connection.receive(before: deadline).type != "info" {}
        }
        try connection.send(
            WyomingEvent(type: "detect", data: ["names": .array([.string(name)])]), before: deadline)
        try connection.send(.audioStart(rate: PCMFormat.speech.rate), before: deadline)
    }

    /// Sends samples when a chunk is full, and reads what the server has said.
    func process(_ samples: [Int16], before deadline: ContinuousClock.Instant) throws(EngineFailure) -> Range<Int>? {
        pending += samples
        while pending.count >= Self.chunk {
            let chunk = WyomingEvent.audioChunk(Array(pending.prefix(Self.chunk)), rate: PCMFormat.speech.rate)
            let timed = WyomingEvent(
                type: chunk.type,
                data: chunk.data.merging(["timestamp": .integer(Int64(PCMFormat.speech.milliseconds(count)))]) { $1 },
                payload: chunk.payload)
            try connection.send(timed, before: deadline)
            pending.removeFirst(Self.chunk)
            count += Self.chunk
        }
        var events = 0
        while connection.hasInput, events < Self.maximumEvents {
            events += 1
            let event = try connection.receive(before: deadline)
            guard event.type == "detection" else { continue }
            let end = event.integer("timestamp").map { place(atMilliseconds: $0) } ?? count
            return max(0, end - PCMFormat.speech.rate)..<end
        }
        return nil
    }

    /// Returns the place of a detection's time, which is in the sound that was sent.
    private func place(atMilliseconds time: Int) -> Int {
        // The server's number is bounded before it is multiplied, which would overflow.
        min(count, PCMFormat.speech.samples(.milliseconds(max(0, min(time, PCMFormat.speech.milliseconds(count) + 1)))))
    }
}
