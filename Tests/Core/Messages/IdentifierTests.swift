import Foundation
import SaybusMessages
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    @Test("a new identifier is a UUID of version 7 with the current time")
    func version() throws {
        for _ in 0..<1000 {
            let id = MessageID(millisecondsSince1970: 1_780_000_000_123)
            let uuid = try #require(UUID(uuidString: id.description)).uuid
            #expect(uuid.6 >> 4 == 7)
            #expect(uuid.8 >> 6 == 0b10)
            #expect(id.high >> 16 == 1_780_000_000_123)
        }
        let now = UInt64(Date().timeIntervalSince1970 * 1000)
        #expect((now - 60_000...now + 60_000).contains(MessageID().high >> 16))
    }

    @Test("no identifier is created twice")
    func unique() {
        #expect(Set((0..<10_000).map { _ in MessageID(millisecondsSince1970: 1) }).count == 10_000)
    }

    @Test("the text form is read back, in either case")
    func roundTrip() throws {
        for _ in 0..<1000 {
            let id = TurnID()
            #expect(TurnID(id.description) == id)
            #expect(TurnID(id.description.uppercased()) == id)
            #expect(id.description == UUID(uuidString: id.description)?.uuidString.lowercased())
            #expect(id.description.hasSuffix(id.short) && id.short.count == 8)
            #expect(try JSONDecoder().decode([TurnID].self, from: JSONEncoder().encode([id])) == [id])
        }
        let id = try #require(MessageID("00112233-4455-6677-8899-aabbccddeeff"))
        #expect(id.high == 0x0011_2233_4455_6677 && id.low == 0x8899_AABB_CCDD_EEFF)
    }

    @Test("an older identifier precedes a newer one, as a number and as text")
    func order() {
        let times: [UInt64] = [0, 1, 255, 65_536, 1_780_000_000_000, 1 << 47, (1 << 48) - 1]
        let ids = times.map { MessageID(millisecondsSince1970: $0) }
        #expect(ids.shuffled().sorted() == ids)
        #expect(ids.map(\.description) == ids.map(\.description).sorted())
        #expect(!(ids[0] < ids[0]))
    }

    @Test("identifiers created in sequence ascend, unless the clock stands still or is set back")
    func making() {
        let ids = (0..<2_000).map { _ in
            let before = WallClock.microseconds()
            while WallClock.microseconds() == before {}
            return TurnID()
        }
        let disorder = zip(ids, ids.dropFirst()).filter { $1 < $0 }.count
        #expect(disorder <= 1)
    }

    @Test("a time of more than 48 bits is accepted")
    func hugeTime() {
        let id = MessageID(millisecondsSince1970: .max)
        #expect(MessageID(id.description) == id)
        #expect(id.description.dropFirst(14).first == "7")
    }

    @Test(
        "a text that is not a UUID is refused",
        arguments: [
            "", "-", "00112233-4455-6677-8899-aabbccddeef", "00112233-4455-6677-8899-aabbccddeefff",
            "001122334455-6677-8899-aabbccddeeff-", "00112233445566778899aabbccddeeff",
            "g0112233-4455-6677-8899-aabbccddeeff",
            "{00112233-4455-6677-8899-aabbccddeeff}", "00112233-4455-6677-8899-aabbccddeef\u{FF46}",
            " 0112233-4455-6677-8899-aabbccddeeff", String(repeating: "0", count: 100_000),
        ])
    func refused(text: String) {
        #expect(MessageID(text) == nil)
    }
}
