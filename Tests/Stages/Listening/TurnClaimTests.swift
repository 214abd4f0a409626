import SaybusMessages
import Testing

@testable import SaybusListening

@Suite("Claims to a sentence that several listeners hear")
struct TurnClaimTests {
    private static let turns = [
        TurnID(millisecondsSince1970: 1_780_000_000_000), TurnID(millisecondsSince1970: 1_780_000_000_001),
    ]

    private func claim(
        _ room: String, _ clarity: Double, at: Int64 = 0, _ occasion: SpeechStarted.Occasion? = nil, turn: Int = 0
    ) throws -> TurnClaim {
        TurnClaim(
            turn: Self.turns[turn], session: try #require(Session(rawValue: room)),
            listener: try #require(Source(role: .listen, instance: room)), at: at, clarityDb: clarity,
            occasion: occasion)
    }

    @Test("the clearer turn goes on, whichever began first")
    func clearer() throws {
        let (kitchen, bedroom) = (try claim("kitchen", 24, at: 300_000), try claim("bedroom", 12, turn: 1))
        #expect(bedroom.yields(to: kitchen) && !kitchen.yields(to: bedroom))
    }

    @Test("a turn that was asked for, and one during the assistant's words, stay with their room, though less clear")
    func occasions() throws {
        let (asked, during) = (try claim("bedroom", 3, .request), try claim("hall", 6, .bargeIn, turn: 1))
        let clear = try claim("kitchen", 30)
        #expect(clear.yields(to: asked) && clear.yields(to: during) && during.yields(to: asked))
        #expect(!asked.yields(to: clear) && !during.yields(to: clear) && !asked.yields(to: during))
    }

    @Test("of two turns of one sentence exactly one yields, whatever their claims")
    func exactlyOne() throws {
        for clarity in [-3.0, 0, 12] {
            for other in [-3.0, 0, 12] {
                for occasion in [nil, SpeechStarted.Occasion.bargeIn, .request] {
                    for another in [nil, SpeechStarted.Occasion.bargeIn, .request] {
                        let one = try claim("kitchen", clarity, occasion)
                        let two = try claim("bedroom", other, at: 900_000, another, turn: 1)
                        #expect(one.yields(to: two) != two.yields(to: one))
                    }
                }
            }
        }
    }

    @Test("turns that begin more than a second apart, and extreme times, are sentences of their own")
    func apart() throws {
        let first = try claim("kitchen", 24)
        for time in [1_000_001, Int64.max, Int64.min] {
            #expect(!(try claim("bedroom", 3, at: time, turn: 1)).yields(to: first))
        }
        #expect(try claim("bedroom", 3, at: 1_000_000, turn: 1).yields(to: first))
    }

    @Test("a listener yields to a claim that came before its own turn, and once only")
    func order() throws {
        let own = try #require(Source(role: .listen, instance: "bedroom"))
        var arbitration = TurnArbitration(group: "house", own: own)
        let kitchen = try claim("kitchen", 24)
        #expect(arbitration.observe(kitchen) == nil)
        #expect(arbitration.opened(try claim("bedroom", 12, turn: 1)) == kitchen)
        #expect(arbitration.observe(kitchen) == nil)
        #expect(arbitration.opened(try claim("bedroom", 30, turn: 1)) == nil)
        arbitration.ended()
        #expect(arbitration.observe(try claim("hall", 40)) == nil)
    }

    @Test("a clear voice in a quiet room is clearer than a soft one in noise, at any amplification")
    func clarity() {
        func clarity(_ voice: Double, _ noise: Double) -> Double {
            var clarity = SpeechClarity()
            for block in 0..<100 {
                let isSpeech = block >= 50
                let samples = (0..<320).map { index in
                    // A tone for the voice, and numbers without a pattern for the noise.
                    let tone = isSpeech ? voice * (index % 40 < 20 ? 1 : -1) : 0
                    return Int16(tone + noise * Double((index * 7_919 + block * 104_729) % 201 - 100) / 100)
                }
                clarity.observe(samples, isSpeech: isSpeech)
            }
            return clarity.decibels
        }
        let (near, far) = (clarity(8_000, 50), clarity(800, 200))
        #expect(near > far + 20 && far > 0)
        #expect(abs(clarity(16_000, 400) - clarity(4_000, 100)) < 1)
        #expect(SpeechClarity().decibels == 0)
    }
}
