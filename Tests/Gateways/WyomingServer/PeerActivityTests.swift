import Foundation
import Glibc
import SaybusExternalEngines
import Testing

@testable import SaybusWyomingServer

@Suite("The time and the room that a peer has")
struct PeerActivityTests {
    /// Returns both ends of a connection.
    private static func connection(_ name: String = "one") throws -> (WyomingPeer, WyomingPeer) {
        var sockets: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0 else { throw POSIXError(.EMFILE) }
        return (
            try WyomingPeer(taking: sockets[0], name: name), try WyomingPeer(taking: sockets[1], name: "other")
        )
    }

    @Test("a peer that has said nothing has little time, one that has spoken much, and one that sends sound less")
    func waits() {
        func wait(hasSent: Bool = true, isHeard: Bool = false, left: Duration? = nil) -> EventWait {
            EventWait(silence: WyomingPeer.idleTime, hasSent: hasSent, isHeard: isHeard, left: left)
        }
        #expect(wait(hasSent: false).time == .seconds(15))
        #expect(wait().time == .seconds(600))
        #expect(wait(isHeard: true).time == .seconds(10))
        #expect(!wait(isHeard: true, left: .seconds(11)).endsUtterance)
        // A peer that sends two bytes every seven seconds is never silent for ten.
        for left in [Duration.seconds(3), .zero, .seconds(-1)] {
            let last = wait(isHeard: true, left: left)
            #expect(last.endsUtterance && last.time == max(.zero, left))
        }
        // In a pipeline.
        #expect(wait(left: .seconds(90)).endsUtterance && wait(left: .seconds(90)).time == .seconds(90))
    }

    @Test("the peer without a request that was silent for the longest time makes room, and no other one")
    func room() throws {
        let (old, young) = (try Self.connection(), try Self.connection())
        var open = [ObjectIdentifier(old.0): old.0, ObjectIdentifier(young.0): young.0]
        #expect(open.makeRoom(at: .now) === old.0 && open.count == 1)
        open[ObjectIdentifier(old.0)] = old.0
        old.0.record(.receiving)
        young.0.record(.answering)
        #expect(open.makeRoom(at: .now) == nil && open.count == 2)
        // More of a request that was begun never came.
        #expect(open.makeRoom(at: .now + PeerActivity.silenceTimeout) === old.0)
        #expect(open.makeRoom(at: .now + .seconds(3600)) == nil)
        young.0.record(.none)
        #expect(open.makeRoom(at: .now) === young.0 && open.isEmpty)
    }

    @Test("the machine with the most idle peers makes room, however long another one was silent")
    func flood() throws {
        let connections = try ["10.0.0.1:1", "10.0.0.2:1", "10.0.0.2:2"].map { try Self.connection($0) }
        var open: [ObjectIdentifier: WyomingPeer] = [:]
        for (peer, _) in connections { open[ObjectIdentifier(peer)] = peer }
        #expect(open.makeRoom(at: .now) === connections[1].0)
        // Of one each, it is the oldest.
        #expect(open.makeRoom(at: .now) === connections[0].0)
    }

    @Test("the end of an answer is not lost while the session looks at what goes on")
    func answered() async throws {
        let (peer, other) = try Self.connection()
        defer { other.close() }
        var end: Task<Void, Never>?
        peer.record {
            end = Task { peer.record(.receiving) }
            return .answering
        }
        await end?.value
        #expect(peer.activity.request == .receiving)
    }

    @Test("events that have arrived before a connection is cut off are dropped")
    func dropped() async throws {
        let (peer, other) = try Self.connection()
        for _ in 0..<10 { try await other.send(WyomingEvent(type: "ping")) }
        #expect(try await peer.receive(within: .seconds(20)).type == "ping")
        peer.close()
        let failure = await #expect(throws: EngineFailure.self) { try await peer.receive(within: .seconds(20)) }
        #expect(failure?.code == .unreachable)
    }
}
