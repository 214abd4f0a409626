import Foundation
import SaybusBus
import SaybusMessages
import Testing

@testable import SaybusTap

@Suite("The recorder's queue")
struct RecordQueueTests {
    private static func observation(bytes: Int = 2, sequence: Int = 0) throws -> Observation {
        var message = try Make.message(SpeechPartial(text: "a", revision: 0), sequence: sequence)
        message.body = [UInt8](repeating: 32, count: bytes)
        return .message(message, .delivered)
    }

    @Test("the queue is bounded in number and in bytes, and counts what it drops")
    func bounds() throws {
        let queue = RecordQueue()
        for _ in 0..<RecordQueue.capacity { #expect(queue.put(try Self.observation())) }
        for _ in 0..<3 { #expect(!queue.put(try Self.observation())) }
        let (items, leftOut) = queue.take()
        #expect(items.count == RecordQueue.capacity && leftOut == 3)
        let large = try Self.observation(bytes: 1 << 20)
        var taken = 0
        while queue.put(large) { taken += 1 }
        #expect(taken == 63)
        queue.close()
        #expect(queue.put(large), "after close, no item counts as dropped")
    }

    @Test("a batch has at most 2000 messages or 1 MiB, and at least one message")
    func batches() throws {
        let queue = RecordQueue()
        for _ in 0..<2500 { _ = queue.put(try Self.observation()) }
        _ = queue.put(try Self.observation(bytes: 3 << 20))
        _ = queue.put(try Self.observation())
        var rest = queue.take().items[...]
        #expect(RecordQueue.batch(&rest).count == 2000)
        #expect(RecordQueue.batch(&rest).count == 500)
        #expect(RecordQueue.batch(&rest).count == 1)
        #expect(RecordQueue.batch(&rest).count == 1)
        #expect(rest.isEmpty)
    }

    @Test("messages dropped by the recorder are recorded as a gap of the recorder and as a gap in their stream")
    func gaps() async throws {
        let folder = try RecordingFolder()
        let file = try RecordingFile.forWriting(folder.file)
        var writer = try RecordingWriter(
            file, bus: BusAddress("ipc:///tmp/nowhere"), withAudio: true, filter: TapFilter())
        let queue = RecordQueue()
        _ = queue.put(try Self.observation(sequence: 0))
        _ = queue.put(try Self.observation(sequence: 8))
        try await writer.write(queue.take().items[...], leftOut: 7)
        #expect(writer.totals == .init(messages: 2, lost: 7, malformed: 0, leftOut: 7))
        try await writer.end("stopped")
        let recording = try #require(try await RecordingReader(folder.file).recordings().first)
        #expect(recording.lost == 7 && recording.leftOut == 7 && recording.messages == 2)
    }

    @Test(
        "sizes are parsed with their units",
        arguments: [("1", 1), ("64k", 65_536), ("2M", 2 << 20), ("3G", 3 << 30)] as [(String, Int64)])
    func sizes(text: String, bytes: Int64) { #expect(ByteCount(text)?.bytes == bytes) }

    @Test("an invalid size is rejected", arguments: ["", "k", "-1", "0", "1.5M", "9223372036854775807k", "5X"])
    func noSizes(text: String) { #expect(ByteCount(text) == nil) }
}
