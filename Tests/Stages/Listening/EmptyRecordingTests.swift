import Foundation
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusTesting
import Testing

@Suite("Recordings without speech")
struct EmptyRecordingTests {
    @Test(
        "a recording in which no turn opens is reported in one line, and the exit code is 0",
        arguments: [[], ["--push-to-talk"]])
    func silence(options: [String]) async throws {
        let test = try TestBus()
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(
            StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let path = NSTemporaryDirectory() + "saybus-silence-\(UUID().uuidString.prefix(13).lowercased()).wav"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = try SoundFileSink(path: path, rate: 16_000)
        try await sink.play([Int16](repeating: 0, count: 32_000))
        await sink.close()
        let listen = try ProgramUnderTest("saybus-listen", ["--bus", test.address.url] + options + ["--wav", path])
        #expect(try await listen.exitCode() == 0)
        let said = listen.lines(.standardError).filter { !$0.hasPrefix("ready ") }
        #expect(said.count == 1 && said[0].contains("no speech in \(path)"), "\(said)")
    }

    @Test("a recording that is cut short ends the program with the code of an unreadable file")
    func cutShort() async throws {
        let test = try TestBus()
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(
            StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let path = NSTemporaryDirectory() + "saybus-cut-\(UUID().uuidString.prefix(13).lowercased()).flac"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let sink = try SoundFileSink(path: path, rate: 16_000, format: .flac)
        // Steady noise opens no turn, and its file is not much shorter than the sound.
        var state: UInt32 = 1
        try await sink.play(
            (0..<32_000).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Int16(truncatingIfNeeded: state >> 24) - 128
            })
        await sink.close()
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: path))
        let listen = try ProgramUnderTest("saybus-listen", ["--bus", test.address.url, "--wav", path])
        #expect(try await listen.exitCode() == 66)
        #expect(listen.lines(.standardError).contains { $0.contains("is damaged") })
    }

    @Test("standard input that ends in the middle of a sample is reported: it may have another format")
    func halfSample() async throws {
        let test = try TestBus()
        let transcriber = try test.connect(.transcribe)
        try await transcriber.ready()
        try transcriber.publish(
            StageStatus(role: .transcribe, instance: "test", state: .ready, pid: 1, uptimeMs: 0))
        let listen = try ProgramUnderTest(
            "saybus-listen", ["--bus", test.address.url, "--stdin", "--push-to-talk"], takesInput: true)
        try listen.write([UInt8](repeating: 0, count: 32_001))
        listen.closeInput()
        #expect(try await listen.exitCode() == 0, "\(listen.report)")
        #expect(listen.lines(.standardError).contains { $0.contains("in the middle of a sample") }, "\(listen.report)")
    }
}
