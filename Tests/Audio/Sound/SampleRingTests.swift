import Foundation
import Testing

@testable import SaybusSound

@Suite("The ring between a device's thread and the program", .timeLimit(.minutes(1)))
struct SampleRingTests {
    @Test("between two threads no sample is lost, repeated or reordered")
    func threads() async {
        let ring = SampleRing(capacity: 100)
        let total = 200_000
        let signal = Signal()
        Thread.detachNewThread {
            var next = 0
            while next < total {
                let block = (next..<min(total, next + 37)).map { Int16(truncatingIfNeeded: $0) }
                next += block.withUnsafeBufferPointer { ring.write($0) }
                signal.notifyWithoutWaiting()
            }
            signal.notify()
        }
        var seen = 0
        var buffer = [Int16](repeating: 0, count: 53)
        while seen < total {
            await signal.wait { ring.count > 0 }
            let count = buffer.withUnsafeMutableBufferPointer { ring.read(into: $0) }
            for index in 0..<count where buffer[index] != Int16(truncatingIfNeeded: seen + index) {
                Issue.record("sample \(seen + index) is \(buffer[index])")
                return
            }
            seen += count
        }
        #expect(ring.count == 0)
    }

    /// Gives a line a frame of 37 samples, whose values count the recorded ones.
    private static func record(_ frame: Int, _ line: DeviceLine, hasOverflown: Bool = false) {
        let samples = (0..<37).map { Int16(truncatingIfNeeded: frame * 37 + $0) }
        samples.withUnsafeBufferPointer { input in
            line.exchange(
                input: input, output: UnsafeMutableBufferPointer(start: nil, count: 0), hasOverflown: hasOverflown,
                time: 0, outputTime: 0)
        }
    }

    @Test("overflows of the device are reported once, and none that came before the first sample")
    func overflows() {
        let line = DeviceLine(capacity: 370)
        Self.record(0, line, hasOverflown: true)
        let atStart = line.takeOverflows()
        #expect(atStart == 0)
        for frame in 1..<4 { Self.record(frame, line, hasOverflown: frame > 1) }
        let (taken, left) = (line.takeOverflows(), line.takeOverflows())
        #expect(taken == 2 && left == 0)
    }

    @Test("lost samples are reported where they were lost, and count as later until then")
    func losses() {
        let line = DeviceLine(capacity: 370)
        // Ten frames fit.
        for frame in 0..<15 { Self.record(frame, line) }
        let first = line.read(37)
        #expect(first.samples.first == Int16(0))
        #expect(first.lost == 0 && first.later == 14 * 37)
        Self.record(15, line)
        // There is no room for this one either.
        Self.record(16, line)
        for _ in 1..<10 {
            let (_, lost, later) = line.read(37)
            #expect(lost == 0 && later >= 7 * 37)
        }
        let second = line.read(37)
        #expect(second.samples.first == Int16(15 * 37))
        #expect(second.lost == 5 * 37 && second.later == 37)
        Self.record(17, line)
        let third = line.read(37)
        #expect(third.samples.first == Int16(17 * 37))
        #expect(third.lost == 37 && third.later == 0)
        #expect(line.dropped == 6 * 37)
    }

    @Test("between two threads each loss is reported at its place")
    func lossesBetweenThreads() async {
        let (line, frames) = (DeviceLine(capacity: 370), 20_000)
        Thread.detachNewThread {
            for frame in 0..<frames { Self.record(frame, line) }
            line.finish()
        }
        var next = 0
        while true {
            await line.signal.wait { line.ring.count >= 37 || line.isFinished }
            guard line.ring.count >= 37 else { break }
            let (samples, lost, _) = line.read(37)
            next += lost
            guard samples.first == Int16(truncatingIfNeeded: next) else {
                Issue.record("sample \(next) is \(samples)")
                return
            }
            next += samples.count
        }
        let all = next + line.losses.count
        #expect(all == frames * 37)
    }

    @Test("a full ring takes no more samples")
    func full() {
        let ring = SampleRing(capacity: 10)
        let samples = [Int16](1...15)
        #expect(samples.withUnsafeBufferPointer { ring.write($0) } == 10)
        #expect(samples.withUnsafeBufferPointer { ring.write($0) } == 0)
        #expect([Int16]().withUnsafeBufferPointer { ring.write($0) } == 0)
    }
}
