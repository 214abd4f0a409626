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

    @Test("the greatest term of an own recognizer's status keeps the link from nothing")
    func greatestTerm() {
        var role = RoleService()
        role.own(isPresent: false, term: .max)
        role.connected(now: 0)
        role.answered(centre, now: 0)
        #expect(role.tick(now: 0).isChanged && role.isReady && role.term == .max)
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
