import Testing

@testable import SaybusVoiceSatellite

@Suite("The connections that have asked for a satellite")
struct SatellitePeersTests {
    private final class Peer: SatellitePeer {
        func tell(_ message: SatelliteMessage) {}
    }

    private let first = Peer()
    private let second = Peer()
    private let third = Peer()

    /// Returns the number of the connection that has the satellite; nil when none has.
    private func number(_ peers: SatellitePeers) -> Int? {
        peers.current.flatMap { current in [first, second, third].firstIndex { $0 === current } }.map { $0 + 1 }
    }

    @Test("the newest connection has the satellite, and the one before it has it again when that one goes")
    func fallBack() {
        var peers = SatellitePeers()
        #expect(number(peers) == nil)
        for peer in [first, second, third] { peers.add(peer) }
        #expect(number(peers) == 3)
        // One that has withdrawn is passed over.
        peers.remove(second)
        #expect(number(peers) == 3)
        peers.remove(third)
        #expect(number(peers) == 1)
        peers.remove(first)
        #expect(number(peers) == nil)
    }

    @Test("a connection that asks again has the satellite, and goes as one")
    func again() {
        var peers = SatellitePeers()
        for peer in [first, second, first] { peers.add(peer) }
        #expect(number(peers) == 1)
        peers.remove(first)
        #expect(number(peers) == 2)
    }
}
