import Glibc
import Testing

@testable import SaybusZeroMQ

@Suite("Received bytes")
struct ReceivedBytesTests {
    @Test("what heartbeats bring in a second is forgiven, and no more")
    func heartbeats() throws {
        var pair: [Int32] = [0, 0]
        let result = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        try #require(result == 0)
        let (sender, receiver) = (pair[0], pair[1])
        defer { for descriptor in [sender, receiver] { close(descriptor) } }
        func transfer(_ bytes: Int) {
            var buffer = [UInt8](repeating: 0x20, count: bytes)
            let sent = buffer.withUnsafeBytes { send(sender, $0.baseAddress, bytes, Int32(MSG_NOSIGNAL)) }
            let received = buffer.withUnsafeMutableBytes {
                receiveCounted(receiver, $0.baseAddress, UInt(bytes), Int32(MSG_WAITALL))
            }
            #expect(sent == bytes && received == bytes)
        }
        ReceivedBytes.begin(receiver)
        defer { ReceivedBytes.end(receiver) }
        transfer(ReceivedBytes.heartbeatBytes)
        ReceivedBytes.forgiveHeartbeats()
        #expect(ReceivedBytes.waiting(on: receiver) == 0)
        transfer(10_000)
        ReceivedBytes.forgiveHeartbeats()
        // The brokers of other tests, in this process, may forgive some seconds, too.
        let waiting = ReceivedBytes.waiting(on: receiver)
        #expect(waiting <= 10_000 - ReceivedBytes.heartbeatBytes && waiting > 5000)
    }
}
