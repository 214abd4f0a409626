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
        DispatchQueue.global().async {
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

    @Test("a full ring takes no more samples, and a cleared one is empty")
    func full() {
        let ring = SampleRing(capacity: 10)
        let samples = [Int16](1...15)
        #expect(samples.withUnsafeBufferPointer { ring.write($0) } == 10)
        #expect(samples.withUnsafeBufferPointer { ring.write($0) } == 0)
        ring.clear()
        #expect(ring.count == 0)
        #expect([Int16]().withUnsafeBufferPointer { ring.write($0) } == 0)
    }
}
