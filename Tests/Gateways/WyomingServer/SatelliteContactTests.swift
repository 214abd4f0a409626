import Testing

@testable import SaybusWyomingServer

@Suite("The log lines of a satellite's connection")
struct SatelliteContactTests {
    @Test("a loss has one line, and the next connection one with the number of attempts, however many have failed")
    func loss() {
        var contact = SatelliteContact()
        let first = contact.connected()
        #expect(first == 1)
        for _ in 0..<3 {
            let loss = contact.lost(after: .seconds(3_600))
            #expect(loss == 1)
            for _ in 0..<9 {
                let isLogged = contact.failed()
                #expect(!isLogged)
            }
            let attempts = contact.connected()
            #expect(attempts == 10)
        }
    }

    @Test("a satellite that was never there has one line")
    func never() {
        var contact = SatelliteContact()
        let lines = (0..<9).map { _ in contact.failed() }
        #expect(lines == [true] + [Bool](repeating: false, count: 8))
        let attempts = contact.connected()
        #expect(attempts == 10)
    }

    @Test("the losses of a satellite that leaves as soon as it is there have lines more and more seldom")
    func flapping() {
        var contact = SatelliteContact()
        _ = contact.connected()
        var losses: [Int] = []
        var connections = 0
        for _ in 0..<100 {
            if let loss = contact.lost(after: .seconds(1)) { losses.append(loss) }
            if contact.connected() != nil { connections += 1 }
        }
        #expect(losses == [1, 2, 4, 8, 16, 32, 64] && connections == losses.count)
    }

    @Test("a satellite that stays away after a loss without a line has one, and so has its return")
    func absence() {
        var contact = SatelliteContact()
        var losses: [Int?] = []
        for _ in 1...3 {
            _ = contact.connected()
            losses.append(contact.lost(after: .seconds(1)))
        }
        #expect(losses == [1, 2, nil])
        let lines = (0..<50).map { _ in contact.failed() }
        #expect(lines.firstIndex(of: true) == SatelliteContact.absence - 1 && lines.count { $0 } == 1)
        let attempts = contact.connected()
        let loss = contact.lost(after: .seconds(1))
        #expect(attempts == 51 && loss == 1)
    }
}
