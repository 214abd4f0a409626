import Foundation
import SaybusBus
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusDispatch

@Suite("Apps whose own code understands words that fit no pattern", .timeLimit(.minutes(2)))
struct OwnMatcherAppsTests {
    @Test("words that the code of one app understands are answered by it alone, not also by the first dispatcher")
    func oneAnswer() async throws {
        let bus = try await AppModelBus(.swift)
        // Its name comes first, so that it answers what nobody understands.
        let first = try await bus.neighbour("a")
        for _ in 1...4 {
            let end = try await bus.say("colourless green dreams")
            #expect(end.outcome == .handled && end.app == AppModel.app && end.command == "Misheard", "\(end)")
        }
        let unknown = try bus.send("colourless green ideas")
        #expect(try await bus.end(of: unknown).outcome == .notUnderstood)
        let answer = await bus.recorder.first(AudioSequence.self) { $0.header.turn == unknown }
        #expect(answer?.header.source.instance == "a")
        let offers = bus.recorder.bodies(IntentOffer.self)
        #expect(offers.map(\.answer) == [.yes, .yes, .yes, .yes, .no] && offers.allSatisfy { $0.app == AppModel.app })
        try await bus.expectEachTurnEndedOnce()
        let ofFirst = bus.recorder.all(AudioSequence.self).filter { $0.header.source.instance == "a" }
        #expect(ofFirst.allSatisfy { $0.header.turn == unknown })
        first.send(SIGTERM)
        #expect(try await first.exitCode() == 0)
    }

    @Test("an app with such code is named in the sessions of its commands, while its dispatcher is there")
    func apps() throws {
        let (hall, attic) = (try #require(Session(rawValue: "hall")), try #require(Session(rawValue: "attic")))
        let one = try #require(Source(role: .dispatch, instance: "one"))
        let two = try #require(Source(role: .dispatch, instance: "two"))
        let silent = Catalog(app: "one", commands: [.init(type: "Go", patterns: ["go"])])
        let everywhere = Catalog(app: "one", commands: [.init(type: "Go", patterns: ["go"], phrases: [])])
        let inHall = Catalog(
            app: "two", commands: [.init(type: "Say", patterns: [], phrases: ["say @anything"]), silent.commands[0]],
            scopes: [.init(commands: ["Say"], sessions: [hall])])
        var apps = OwnMatcherApps()
        apps.apply(silent, of: one)
        apps.apply(inHall, of: two)
        let withTwo = apps
        #expect(Self.names(withTwo, in: hall) == ["two"] && Self.names(withTwo, in: attic) == [])
        apps.apply(everywhere, of: one)
        let withBoth = apps
        #expect(Self.names(withBoth, in: hall) == ["one", "two"] && Self.names(withBoth, in: attic) == ["one"])
        #expect(Self.names(withBoth, in: hall, ready: [one]) == ["one"])
        apps.apply(nil, of: one)
        let withoutOne = apps
        #expect(Self.names(withoutOne, in: attic) == [])
    }

    /// Returns the names of the apps in a session; `ready` are the dispatchers that are there, all when nil.
    private static func names(_ apps: OwnMatcherApps, in session: Session, ready: Set<Source>? = nil) -> Set<String> {
        apps.apps(in: session) { ready?.contains($0) ?? true }
    }

    @Test("a catalog on the bus shows such code, also code that declares no sentences")
    func listed() throws {
        let command = Catalog.Command(type: "Go", patterns: ["go"], phrases: [])
        let plain = Catalog.Command(type: "Go", patterns: ["go"])
        let listed = try [command, plain].map { command in
            OwnMatcherApps.mayBeListed(in: Array(try JSONEncoder().encode(Catalog(app: "one", commands: [command]))))
        }
        #expect(listed == [true, false])
    }

    @Test("the first offer of an app for a turn counts")
    func firstOffer() async {
        let (offers, turn) = (IntentOffers(), TurnID())
        let recorded = [IntentOffer.Answer.no, .yes].map {
            offers.record(IntentOffer(app: "a", intent: "", answer: $0), for: turn)
        }
        #expect(recorded == [true, false])
        let known = await offers.offers(for: turn, of: ["a"], within: .seconds(10))
        #expect(known.map(\.answer) == [.no])
    }

    @Test(
        "an app that has made no offer in time is not waited for again until it makes one, or is there anew",
        arguments: [true, false])
    func silent(isOffered: Bool) async {
        let offers = IntentOffers(silenceTime: .zero)
        let missed = await offers.offersOrSilence(for: TurnID(), of: ["a"], within: .milliseconds(1))
        let start = ContinuousClock.now
        let skipped = await offers.offersOrSilence(for: TurnID(), of: ["a"], within: .seconds(60))
        #expect(missed.isEmpty && skipped.isEmpty && ContinuousClock.now - start < .seconds(30))
        if isOffered {
            offers.record(IntentOffer(app: "a", intent: "", answer: .no), for: TurnID())
        } else {
            offers.appArrived("a")
        }
        let turn = TurnID()
        async let awaited = offers.offersOrSilence(for: turn, of: ["a"], within: .seconds(60))
        // The wait has begun, or the offer is there before it.
        await Task.yield()
        offers.record(IntentOffer(app: "a", intent: "Go", answer: .yes), for: turn)
        let answers = await awaited.map(\.answer)
        #expect(answers == [.yes])
    }

    @Test("a silent app that makes its offer shortly is heard")
    func shortly() async {
        let offers = IntentOffers(silenceTime: .seconds(60))
        _ = await offers.offersOrSilence(for: TurnID(), of: ["a"], within: .milliseconds(1))
        let turn = TurnID()
        async let awaited = offers.offersOrSilence(for: turn, of: ["a"], within: .seconds(60))
        await Task.yield()
        offers.record(IntentOffer(app: "a", intent: "Go", answer: .yes), for: turn)
        let answers = await awaited.map(\.answer)
        #expect(answers == [.yes])
    }
}
