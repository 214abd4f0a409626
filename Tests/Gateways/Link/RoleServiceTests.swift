import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("A role that recognizers elsewhere fill")
struct RoleServiceTests {
    private let centre = SiteName(rawValue: "centre-1")

    @Test("the link stands for a role at once when somebody serves it, and no longer after a second without the line")
    func standing() {
        var role = RoleService()
        role.connected(now: 0)
        #expect(role.tick(now: 0) == (true, false))
        role.answered(centre, now: 10_000)
        #expect(role.tick(now: 10_000) == (false, true) && role.isReady && role.term == 1)
        // Questions go on.
        #expect(role.tick(now: 10_000 + RoleService.interval).asks)
        role.disconnected(now: 40_000_000)
        #expect(role.tick(now: 40_500_000) == (false, false) && role.isReady)
        #expect(role.tick(now: 41_000_000) == (false, true) && !role.isReady)
    }

    @Test(
        "an own recognizer keeps its turns until the line has worked for two seconds, and then steps back by the term")
    func own() {
        var role = RoleService()
        role.own(isPresent: true, term: 7)
        role.connected(now: 0)
        role.answered(centre, now: 0)
        #expect(!role.tick(now: 1_000_000).isChanged)
        // A line that flickers begins anew.
        role.disconnected(now: 1_500_000)
        role.connected(now: 1_600_000)
        role.answered(centre, now: 1_700_000)
        #expect(!role.tick(now: 3_600_000).isChanged)
        #expect(role.tick(now: 3_700_000).isChanged && role.isReady && role.term == 8)
    }

    @Test("a link that stood still while an own recognizer took over steps back, and takes over again in two seconds")
    func superseded() {
        var role = RoleService()
        role.connected(now: 0)
        role.answered(centre, now: 0)
        _ = role.tick(now: 0)
        // It claims the term first.
        role.own(isPresent: true, term: 2)
        role.own(isPresent: true, term: 2, isWorking: true)
        #expect(role.tick(now: 10_000_000) == (false, true) && !role.isReady)
        #expect(!role.tick(now: 11_900_000).isChanged)
        #expect(role.tick(now: 12_000_000).isChanged && role.isReady && role.term == 3)
        // Its status may be on its way still.
        role.own(isPresent: true, term: 2, isWorking: true)
        #expect(!role.tick(now: 12_100_000).isChanged && role.isReady)
    }

    @Test("an own recognizer of other sessions than the link's does not make it step back")
    func coverage() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        func status(_ coverage: SessionScope, term: Int) throws -> RawMessage {
            let status = StageStatus(
                role: .intent, instance: "own", state: .ready, pid: 1, uptimeMs: 1, coverage: coverage, standby: true,
                term: term)
            return try SiteUnderTest.message(status, turn: nil, from: "intent/own")
        }
        let guest = try #require(Session(rawValue: "guest"))
        _ = site.publish(try status(SessionScope(session: guest), term: 5))
        _ = site.pass(0.1)
        #expect(site.relay.isActive(.intent))
        _ = site.publish(try status(.all, term: 9))
        let stepped = site.pass(0.1)
        let problem = "the intent stage of this site has taken over for a moment"
        #expect(stepped.contains(.stand(.intent, StandIn(isReady: false, term: 9, problem: problem))))
        let again = site.pass(3)
        #expect(again.contains(.stand(.intent, StandIn(isReady: true, term: 10, problem: nil))))
    }

    @Test("a link whose site's own recognizer has taken over takes no more words, and one beside another link goes on")
    func words() throws {
        var site = try SiteUnderTest([.intent])
        site.connect()
        _ = site.pass(0.1)
        func status(_ engine: String, term: Int) throws -> RawMessage {
            let status = StageStatus(
                role: .intent, instance: "own", engine: engine, state: .ready, pid: 1, uptimeMs: 1, standby: true,
                term: term)
            return try SiteUnderTest.message(status, turn: nil, from: "intent/own")
        }
        _ = site.publish(try status("link", term: 5))
        let beside = site.publish(try SiteUnderTest.transcript()).stored
        _ = site.pass(0.1)
        #expect(beside.count == 1 && site.relay.isActive(.intent))
        _ = site.publish(try status("pattern", term: 6))
        // The clock has not ticked yet.
        let late = site.publish(try SiteUnderTest.transcript()).stored
        #expect(late.isEmpty)
        _ = site.pass(0.1)
        #expect(!site.relay.isActive(.intent))
    }

    @Test("the greatest term of an own recognizer's status keeps the link from nothing")
    func greatestTerm() {
        var role = RoleService()
        role.own(isPresent: false, term: .max)
        role.connected(now: 0)
        role.answered(centre, now: 0)
        #expect(role.tick(now: 0).isChanged && role.isReady && role.term == .max)
    }

    @Test("the status of a stand-in is due once a second, and once after the bus's broker was away")
    func beats() {
        var beats = StandInBeats()
        var due: [Int64] = []
        for now in stride(from: Int64(0), through: 6_000_000, by: 100_000) {
            let isDue = beats.isDue(now: now, isBusThere: !(1_500_000..<4_200_000).contains(now))
            if isDue { due.append(now) }
        }
        #expect(due == [0, 1_000_000, 4_200_000, 5_200_000])
    }

    @Test("a line on which no question is answered counts as cut")
    func silence() {
        var role = RoleService()
        role.connected(now: 0)
        role.answered(centre, now: 0)
        _ = role.tick(now: 0)
        var now: Int64 = 0
        while role.isReady, now < 60_000_000 {
            now += 100_000
            _ = role.tick(now: now)
        }
        #expect((32_000_000...38_000_000).contains(now))
    }
}
