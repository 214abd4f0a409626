import SaybusMessages
import Testing

@testable import SaybusHomeAssistant

@Suite("The home")
struct HomeTests {
    private static let home: Home = {
        var home = Home()
        home.areas = [.init(id: "kitchen", names: ["Kitchen"], floor: "ground"), .init(id: "attic", names: ["Attic"])]
        home.floors = [.init(id: "ground", names: ["Ground floor"])]
        home.entities = [
            .init(id: "cover.attic", names: ["Blind"], area: "attic", state: "open", attributes: [:]),
            .init(id: "light.attic", names: ["Attic Lamp"], area: "attic", state: "off", attributes: [:]),
            .init(id: "light.kitchen", names: ["Ceiling", "big light"], area: "kitchen", state: "on", attributes: [:]),
            .init(id: "sensor.door", names: ["Door"], area: nil, state: "open", attributes: ["device_class": "door"]),
        ]
        return home
    }()

    private func plan(_ intent: String, _ slots: [String: Parameter.Value]) -> HomePlan {
        HomePlan(
            intent, slots.mapValues { Parameter(value: $0, words: "\($0)", type: "String") }, in: Self.home)
    }

    @Test("a name, an alias, an area, a floor and a class choose the entities, and their domain the service")
    func calls() {
        guard case .call(let one, _) = plan("HassTurnOn", ["name": .text("BIG LIGHT")]) else {
            return #expect(Bool(false))
        }
        #expect(one == [.init(domain: "homeassistant", service: "turn_on", entities: ["light.kitchen"])])
        guard case .call(let two, _) = plan("HassTurnOff", ["area": .text("attic")]) else {
            return #expect(Bool(false))
        }
        #expect(
            two.map(\.service) == ["close_cover", "turn_off"]
                && two.map(\.entities) == [["cover.attic"], ["light.attic"]])
        guard
            case .call(let three, _) = plan(
                "HassLightSet", ["floor": .text("ground floor"), "brightness": .number(50)])
        else { return #expect(Bool(false)) }
        #expect(
            three == [
                .init(domain: "light", service: "turn_on", entities: ["light.kitchen"], data: ["brightness_pct": 50])
            ])
        #expect(plan("HassTurnOn", ["name": .text("nothing")]) == .nothingFits)
        // A sensor cannot be switched: Home Assistant says so itself.
        #expect(plan("HassTurnOn", ["name": .text("door")]) == .converse)
        #expect(plan("HassStartTimer", ["minutes": .number(5)]) == .converse)
        #expect(plan("HassSetVolume", ["volume_level": .text("loud")]) == .converse)
    }

    @Test("a question of a state divides the entities into those that fit and those that do not")
    func queries() {
        let lights = plan("HassGetState", ["domain": .text("light"), "state": .text("on")])
        guard case .query(let matched, let unmatched) = lights else { return #expect(Bool(false)) }
        #expect(matched.map(\.id) == ["light.kitchen"] && unmatched.map(\.id) == ["light.attic"])
        guard case .query(let doors, _) = plan("HassGetState", ["device_class": .text("door"), "state": .text("open")])
        else { return #expect(Bool(false)) }
        #expect(doors.map(\.id) == ["sensor.door"])
    }

    @Test("WebSocket frames in any pieces are read, and what no server sends is refused")
    func frames() throws {
        // The example of RFC 6455, section 1.3.
        #expect(WebSocketHandshake(key: "dGhlIHNhbXBsZSBub25jZQ==").accept == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
        let bytes: [UInt8] = [0x01, 0x02, 0x48, 0x69, 0x89, 0x01, 0x07, 0x80, 0x01, 0x21, 0x88, 0x00]
        for size in 1...bytes.count {
            var frames = WebSocketFrames()
            var events: [WebSocketFrames.Event] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                events += try frames.append(Array(bytes[start..<min(bytes.count, start + size)]))
            }
            #expect(events == [.ping([7]), .text(Array("Hi!".utf8)), .close])
        }
        for bad: [UInt8] in [
            [0x81, 0x81, 0, 0, 0, 0, 0], [0xF1, 0], [0x83, 0], [0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0],
        ] {
            var frames = WebSocketFrames()
            #expect(throws: HomeAssistantError.self) { try frames.append(bad) }
        }
        // RFC 6455, section 5.7: a masked "Hello".
        #expect(
            WebSocketFrames.bytes(Array("Hello".utf8), opcode: 1, mask: 0x37FA_213D)
                == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }
}
