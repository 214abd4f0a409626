import CSaybusSndFile
import Foundation
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Reading sound files")
struct SoundFileReaderTests {
    let folder: TemporaryFolder
    init() throws { folder = try TemporaryFolder() }

    struct Format: CustomTestStringConvertible, Sendable {
        let name: String, code: Int, decibels: Double
        var testDescription: String { name }
        static let all = [
            Format(name: "WAV, 8 bits", code: SF_FORMAT_WAV | SF_FORMAT_PCM_U8, decibels: 25),
            Format(name: "WAV, 16 bits", code: SF_FORMAT_WAV | SF_FORMAT_PCM_16, decibels: 35),
            Format(name: "WAV, 24 bits", code: SF_FORMAT_WAV | SF_FORMAT_PCM_24, decibels: 35),
            Format(name: "WAV, floating point", code: SF_FORMAT_WAV | SF_FORMAT_FLOAT, decibels: 35),
            Format(name: "FLAC", code: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, decibels: 35),
            Format(name: "Ogg Vorbis", code: SF_FORMAT_OGG | SF_FORMAT_VORBIS, decibels: 15),
        ]
    }

    /// Writes a file whose first channel has the samples, and whose other channels are silent.
    func write(_ samples: [Float], _ name: String, format: Int, rate: Int, channels: Int) throws -> String {
        var info = SF_INFO()
        (info.samplerate, info.channels, info.format) = (Int32(rate), Int32(channels), Int32(format))
        let path = folder.path(name)
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &info))
        defer { sf_close(file) }
        for start in stride(from: 0, to: samples.count, by: 4_096) {
            let frames = samples[start..<min(start + 4_096, samples.count)].flatMap { sample in
                [sample] + [Float](repeating: 0, count: channels - 1)
            }
            sf_writef_float(file, frames, sf_count_t(frames.count / channels))
        }
        return path
    }

    func readAll(_ reader: SoundFileReader, block: Int) throws -> [Int16] {
        var all: [Int16] = []
        while case let samples = try reader.read(block), !samples.isEmpty {
            #expect(samples.count <= block)
            all += samples
        }
        return all
    }

    @Test("An MP3 file is read, since libsndfile 1.1", arguments: [1, 2])
    func mp3(channels: Int) throws {
        var tone = try ToneGenerator(frequency: 300, duration: .milliseconds(700), volume: 0.9, rate: 44_100)
        let samples = tone.next(44_100).map { Float($0) / 32_768 }
        // SF_FORMAT_MPEG and SF_FORMAT_MPEG_LAYER_III, which older headers lack.
        let path = try write(samples, "tone.mp3", format: 0x23_0000 | 0x82, rate: 44_100, channels: channels)
        let reader = try SoundFileReader(path: path, rate: 16_000)
        let read = try readAll(reader, block: 1_000)
        #expect(abs(read.count - 11_200) < 1_600)
        #expect(read.map { abs(Int($0)) }.max() ?? 0 > 20_000 / channels)
    }

    @Test(
        "a file of any format, rate and channel count is read as mono at the given rate",
        arguments: Format.all, [1, 2, 6])
    func formats(format: Format, channels: Int) throws {
        for rate in [8_000, 44_100, 48_000] {
            var tone = try ToneGenerator(frequency: 300, duration: .milliseconds(700), volume: 0.9, rate: rate)
            let path = try write(
                tone.next(rate).map { Float($0) / 32_768 }, "tone-\(rate)", format: format.code, rate: rate,
                channels: channels)
            let reader = try SoundFileReader(path: path, rate: 16_000)
            #expect((reader.fileRate, reader.channels) == (rate, channels) && reader.length == 11_200)
            let samples = try readAll(reader, block: 333)
            var wanted = try ToneGenerator(
                frequency: 300, duration: .milliseconds(700), volume: 0.9 / Double(channels), rate: 16_000)
            let expected = wanted.next(16_000)
            try #require(abs(samples.count - expected.count) <= 1)
            let difference = zip(samples, expected).map { Int16(clamping: Int($0) - Int($1)) }
            let quality = Level.rms(expected) - Level.rms(difference)
            #expect(quality > format.decibels - 6 * Double(channels - 1), "only \(quality) dB")
        }
    }

    @Test("16-bit samples at the wanted rate are read unchanged")
    func exact() async throws {
        var random = TestSeed.generator()
        let samples = (0..<10_000).map { _ in Int16.random(in: .min ... .max, using: &random) }
        let sink = try SoundFileSink(path: folder.path("noise.wav"), rate: 16_000)
        try await sink.play(samples)
        await sink.close()
        #expect(try readAll(SoundFileReader(path: folder.path("noise.wav")), block: 777) == samples, "\(TestSeed.hint)")
    }

    @Test("a truncated file is read up to its end")
    func truncated() throws {
        let path = try write(
            [Float](repeating: 0.1, count: 16_000), "cut", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, rate: 16_000,
            channels: 1)
        let bytes = try Data(contentsOf: URL(filePath: path)).prefix(8_001)
        let cut = try folder.write("cut.wav", [UInt8](bytes))
        let count = try readAll(SoundFileReader(path: cut), block: 1_000).count
        #expect((3_900...4_000).contains(count))
    }

    @Test(
        "a file that does not state its length, such as one that was written into a pipe, is read to its end",
        arguments: [8_000, 16_000, 44_100])
    func unknownLength(rate: Int) throws {
        let reader = try SoundFileReader(path: try folder.write("piped.flac", try pipedFLAC(rate: rate)))
        #expect(reader.length == nil)
        let count = try readAll(reader, block: 1_000).count
        #expect(abs(count - 16_000) <= 1)
    }

    @Test("a file that does not state its length, and ends before its first sample, is named in the error")
    func endsAtOnce() throws {
        let bytes = try pipedFLAC(rate: 16_000)
        // The code with which a frame begins, behind the first block of metadata and its checksum.
        let start = (42..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xFC == 0xF8 }
        let header = [UInt8](bytes.prefix(try #require(start)))
        let reader = try SoundFileReader(path: try folder.write("header.flac", header))
        let error = #expect(throws: SoundError.self) { _ = try reader.read(100) }
        #expect(error?.code == .empty)
    }

    /// Returns a FLAC file of one second as it is written into a pipe: without the number of its samples.
    func pipedFLAC(rate: Int) throws -> [UInt8] {
        let path = try write(
            [Float](repeating: 0.1, count: rate), "whole", format: SF_FORMAT_FLAC | SF_FORMAT_PCM_16, rate: rate,
            channels: 1)
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
        // The number has 36 bits.
        bytes[21] &= 0xF0
        bytes.replaceSubrange(22..<26, with: [0, 0, 0, 0])
        return bytes
    }

    @Test("a file that cannot be read is named in the error, with the reason")
    func refusals() throws {
        let empty = try folder.write("empty.wav", "")
        let text = try folder.write("letter.wav", Array("This is no sound, it is a letter.".utf8))
        let header = try write([], "header.wav", format: SF_FORMAT_WAV | SF_FORMAT_PCM_16, rate: 16_000, channels: 1)
        let cases: [(String, SoundError.Code)] = [
            (folder.path("none.wav"), .missingFile), ("", .missingFile), ("a\0b", .missingFile), (empty, .empty),
            (text, .notSound), (header, .empty), (folder.url.path, .unreadable), (text + "/x", .missingFile),
        ]
        for (path, code) in cases {
            let error = #expect(throws: SoundError.self) { _ = try SoundFileReader(path: path) }
            #expect(error?.code == code, "\(path): \(error?.description ?? "no error")")
            if !path.isEmpty, !path.contains("\0") { #expect(error?.sentence.contains(path) == true) }
        }
        #expect(throws: SoundError.self) { _ = try SoundFileReader(path: text, rate: -1) }
    }
}
