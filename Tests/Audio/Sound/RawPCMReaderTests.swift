import Foundation
import SaybusTesting
import Testing

@testable import SaybusSound

@Suite("Raw samples from a descriptor")
struct RawPCMReaderTests {
    @Test("samples are read in order however the bytes are split, and half a sample at the end is reported")
    func order() throws {
        let pipe = Pipe()
        let reader = try RawPCMReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        let samples = (0..<1_000).map { Int16($0 * 31 - 15_500) }
        var bytes: [UInt8] = []
        for sample in samples { bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)] }
        bytes.append(7)
        var random = TestSeed.generator()
        while !bytes.isEmpty {
            let part = bytes.prefix(Int.random(in: 1...97, using: &random))
            pipe.fileHandleForWriting.write(Data(part))
            bytes.removeFirst(part.count)
        }
        try pipe.fileHandleForWriting.close()
        var read: [Int16] = []
        while case let block = try reader.read(160), !block.isEmpty { read += block }
        #expect(read == samples, "\(TestSeed.hint)")
        #expect(reader.hasHalfSample)
        #expect(try reader.read(10).isEmpty)
    }

    @Test("another rate is resampled")
    func rates() throws {
        let pipe = Pipe()
        let reader = try RawPCMReader(
            fileDescriptor: pipe.fileHandleForReading.fileDescriptor, inputRate: 8_000, rate: 16_000)
        pipe.fileHandleForWriting.write(Data(count: 2 * 4_000))
        try pipe.fileHandleForWriting.close()
        #expect(try reader.read(100_000).count == 8_000)
        #expect(!reader.hasHalfSample)
    }

    @Test("an interruption before or during a wait makes the reader return", arguments: [true, false])
    func interruption(before: Bool) async throws {
        let pipe = Pipe()
        let reader = try RawPCMReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
        if before { reader.interrupt() }
        let samples = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try reader.read(160) }) }
            if !before { reader.interrupt() }
        }
        #expect(samples.isEmpty)
        withExtendedLifetime(pipe) {}
    }

    @Test("a closed descriptor and a bad rate are refused")
    func refusals() {
        #expect(throws: SoundError.self) { _ = try RawPCMReader(fileDescriptor: 9_999) }
        #expect(throws: SoundError.self) { _ = try RawPCMReader(fileDescriptor: -1) }
        #expect(throws: SoundError.self) { _ = try RawPCMReader(inputRate: 0) }
    }
}
