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
        plan(intent, slots, in: Self.home)
    }

    /// Returns the plan for an intent, in whose name the list's entry with an identifier was said, or one of several.
    private func plan(
        _ intent: String, _ slots: [String: Parameter.Value], id: String? = nil, or others: [String] = [],
        in home: Home, room: String = "default"
    ) -> HomePlan {
        var parameters = slots.mapValues { Parameter(value: $0, words: "\($0)", type: "String") }
        if let id, let name = slots["name"] {
            let candidates = ([id] + others).map { Parameter.Resolution.Candidate(value: name, id: $0) }
            parameters["name"]?.resolution =
                others.isEmpty
                ? Parameter.Resolution(.matched, id: id)
                : Parameter.Resolution(.ambiguous, id: id, candidates: candidates)
        }
        return HomePlan(intent, parameters, in: home, session: Session(rawValue: room) ?? .default)
    }

    /// Returns the sentence's keys of a mismatch; none for another plan.
    private func keys(_ plan: HomePlan) -> [String] {
        guard case .mismatch(let mismatch) = plan else { return [] }
        return mismatch.keys
    }

    @Test("a name, an alias, an area, a floor and a class choose the entities, and their domain the service")
    func calls() {
        guard case .call(let one, _) = plan("HassTurnOn", ["name": .text("BIG LIGHT")]) else {
            return #expect(Bool(false))
        }
        #expect(one == [.init(domain: "homeassistant", service: "turn_on", entity: "light.kitchen")])
        guard case .call(let two, _) = plan("HassTurnOff", ["area": .text("attic"), "domain": .text("cover")]) else {
            return #expect(Bool(false))
        }
        #expect(two == [.init(domain: "cover", service: "close_cover", entity: "cover.attic")])
        guard
            case .call(let three, _) = plan(
                "HassLightSet", ["floor": .text("ground floor"), "brightness": .number(50)])
        else { return #expect(Bool(false)) }
        #expect(
            three == [
                .init(domain: "light", service: "turn_on", entity: "light.kitchen", data: ["brightness_pct": 50])
            ])
        #expect(keys(plan("HassTurnOn", ["name": .text("nothing")])) == ["no_entity", "no_entity"])
        // A sensor cannot be switched: Home Assistant says so itself.
        #expect(plan("HassTurnOn", ["name": .text("door")]) == .converse)
        #expect(plan("HassStartTimer", ["minutes": .number(5)]) == .converse)
        #expect(plan("HassSetVolume", ["volume_level": .text("loud")]) == .converse)
    }

    /// A home in which a light, a lock and a cover have the same name, and two rooms have a lamp.
    private static let garage: Home = {
        var home = Home()
        home.areas = [.init(id: "kitchen", names: ["Kitchen"]), .init(id: "kuche", names: ["K\u{FC}che"])]
        home.entities = [
            .init(id: "cover.g", names: ["Garage"], area: nil, state: "open", attributes: [:]),
            .init(id: "light.a", names: ["Lamp"], area: "kitchen", state: "on", attributes: [:]),
            .init(id: "light.b", names: ["Lamp"], area: "kuche", state: "on", attributes: [:]),
            .init(id: "light.g", names: ["Garage"], area: nil, state: "on", attributes: [:]),
            .init(id: "lock.g", names: ["Garage"], area: nil, state: "locked", attributes: [:]),
        ]
        return home
    }()

    @Test(
        "of things with one name, only that of the sentence's list is switched, and no lock or cover unless it is said",
        arguments: [
            ("light.g", "HassTurnOff", ["homeassistant turn_off light.g"]),
            ("lock.g", "HassTurnOff", ["lock unlock lock.g"]),
            ("cover.g", "HassTurnOff", ["cover close_cover cover.g"]),
            (nil, "HassTurnOff", ["homeassistant turn_off light.g"]),
            (nil, "HassToggle", ["homeassistant toggle light.g"]),
        ] as [(String?, String, [String])])
    func sameName(id: String?, intent: String, services: [String]) {
        let made = plan(intent, ["name": .text("Garage")], id: id, in: Self.garage)
        guard case .call(let calls, _) = made else { return #expect(Bool(false), "\(made)") }
        #expect(calls.map { "\($0.domain) \($0.service) \($0.entity ?? "")" } == services)
    }

    @Test("between a lock and a cover of one name, nothing is guessed")
    func guarded() {
        let made = plan("HassTurnOff", ["name": .text("Garage")], id: "cover.g", or: ["lock.g"], in: Self.garage)
        #expect(keys(made) == ["duplicate_entities", "duplicate_entities"])
    }

    @Test("\"turn off everything in the room\" leaves locks and covers alone")
    func room() {
        guard case .call(let calls, _) = plan("HassTurnOff", ["area": .text("attic")]) else {
            return #expect(Bool(false))
        }
        #expect(calls == [.init(domain: "homeassistant", service: "turn_off", entity: "light.attic")])
    }

    @Test(
        "of lamps with one name, that of the conversation's area is switched, and none where there is no such area")
    func sameNameInRooms() {
        for (room, lamp) in [
            ("kitchen", "light.a"), ("Kitchen", "light.a"), ("Kueche", "light.b"), ("kuche", "light.b"),
        ] {
            let near = plan("HassTurnOn", ["name": .text("Lamp")], id: "light.a", in: Self.garage, room: room)
            guard case .call(let calls, _) = near else { return #expect(Bool(false), "\(room)") }
            #expect(calls.map(\.entity) == [lamp], "\(room)")
        }
        let far = plan("HassTurnOn", ["name": .text("Lamp")], id: "light.a", in: Self.garage)
        guard case .mismatch(let mismatch) = far else { return #expect(Bool(false)) }
        #expect(mismatch.code == .duplicateName && mismatch.values["entity"] == "Lamp")
        let responses = HomeResponse(
            templates: [:], errors: ["duplicate_entities": "Sorry, there are multiple devices called {{ entity }}"])
        #expect(responses.error(mismatch) == "Sorry, there are multiple devices called Lamp")
        let named = ["name": Parameter.Value.text("Lamp"), "area": .text("kitchen")]
        guard case .call(let calls, _) = plan("HassTurnOn", named, in: Self.garage) else { return #expect(Bool(false)) }
        #expect(calls.map(\.entity) == ["light.a"])
    }

    @Test(
        "of things of several kinds with one name, the place decides, then the order, and what opens is left alone",
        arguments: [
            ("HassTurnOff", "bath", nil, ["switch.b"]), ("HassTurnOff", nil, "bath", ["switch.b"]),
            ("HassTurnOff", nil, nil, ["light.a"]), ("HassTurnOff", "hall", nil, ["light.a"]),
            ("HassToggle", "yard", nil, []),
        ] as [(String, String?, String?, [String])])
    func severalKinds(intent: String, area: String?, room: String?, entities: [String]) {
        var home = Home()
        home.areas = ["bath", "hall", "yard"].map { .init(id: $0, names: [$0]) }
        home.entities = [
            .init(id: "cover.c", names: ["Lamp"], area: "yard", state: "open", attributes: [:]),
            .init(id: "light.a", names: ["Lamp"], area: "hall", state: "on", attributes: [:]),
            .init(id: "switch.b", names: ["Lamp"], area: "bath", state: "on", attributes: [:]),
        ]
        var slots = ["name": Parameter.Value.text("Lamp")]
        slots["area"] = area.map { .text($0) }
        // The sentence of a toggle says nothing about kinds, so that the cover comes first.
        let made =
            intent == "HassToggle"
            ? plan(intent, slots, id: "cover.c", or: ["light.a", "switch.b"], in: home, room: room ?? "default")
            : plan(intent, slots, id: "light.a", or: ["switch.b"], in: home, room: room ?? "default")
        guard case .call(let calls, _) = made else { return #expect(entities.isEmpty, "\(made)") }
        #expect(calls.compactMap(\.entity) == entities)
    }

    @Test(
        "a home without a class of devices answers questions about it with nothing, and calls with a sentence"
    )
    func noClass() {
        let windows: [String: Parameter.Value] = ["device_class": .text("window"), "domain": .text("cover")]
        let question = plan("HassGetState", windows.merging(["state": .text("open")]) { $1 })
        #expect(question == .query(matched: [], unmatched: []))
        #expect(keys(plan("HassTurnOff", windows)) == ["no_device_class", "no_device_class"])
        let inKitchen = plan("HassTurnOff", windows.merging(["area": .text("kitchen")]) { $1 })
        #expect(keys(inKitchen) == ["no_device_class_in_area", "no_device_class"])
        let player = plan("HassMediaPause", ["area": .text("kitchen")])
        guard case .mismatch(let mismatch) = player else { return #expect(Bool(false)) }
        #expect(mismatch.keys.first == "no_domain_in_area")
        #expect(mismatch.values["domain"] == "media_player" && mismatch.values["area"] == "Kitchen")
        #expect(keys(plan("HassGetState", ["name": .text("x"), "state": .text("on")])) == ["no_entity", "no_entity"])
    }

    @Test("where a sentence's word stands for several classes of devices, those of each of them are meant")
    func severalClasses() {
        var home = Self.home
        home.entities += ["shade", "curtain"].map { name in
            Home.Entity(
                id: "cover.\(name)", names: [name], area: "attic", state: "open",
                attributes: ["device_class": .string(name)])
        }
        var parameter = Parameter(value: .text("blind"), words: "stores", type: "cover_classes")
        let candidates = ["blind", "shade"].map { Parameter.Resolution.Candidate(value: .text($0)) }
        parameter.resolution = Parameter.Resolution(.ambiguous, candidates: candidates)
        let domain = Parameter(value: .text("cover"), words: "", type: "String")
        let made = HomePlan(
            "HassTurnOff", ["device_class": parameter, "domain": domain], in: home, session: .default)
        guard case .call(let calls, _) = made else { return #expect(Bool(false), "\(made)") }
        #expect(calls.map(\.entity) == ["cover.shade"])
    }

    @Test("a window without a motor is open while its sensor is on")
    func windowSensors() {
        var home = Self.home
        home.entities.append(
            .init(
                id: "binary_sensor.w", names: ["Window"], area: "attic", state: "on",
                attributes: ["device_class": "window"]))
        let slots: [String: Parameter.Value] = ["device_class": .text("window"), "domain": .text("cover")]
        for (state, isMatched) in [("open", true), ("closed", false)] {
            let made = plan("HassGetState", slots.merging(["state": .text(state)]) { $1 }, in: home)
            guard case .query(let matched, let unmatched) = made else { return #expect(Bool(false), "\(made)") }
            #expect(matched.map(\.id) == (isMatched ? ["binary_sensor.w"] : []))
            #expect(unmatched.map(\.id) == (isMatched ? [] : ["binary_sensor.w"]))
        }
    }

    /// A living room with a radio that plays, a television that is off, a doorbell that has a volume only, and two
    /// thermostats.
    private static let living: Home = {
        var home = Home()
        home.areas = [.init(id: "living", names: ["Living room"])]
        home.entities = [
            .init(
                id: "climate.a", names: ["Heater"], area: "living", state: "heat",
                attributes: ["supported_features": 1]),
            .init(
                id: "climate.b", names: ["Stove"], area: "living", state: "heat",
                attributes: ["supported_features": 1]),
            .init(
                id: "media_player.bell", names: ["Bell"], area: "living", state: "idle",
                attributes: ["supported_features": 4]),
            .init(
                id: "media_player.radio", names: ["Radio"], area: "living", state: "playing",
                attributes: ["supported_features": 61, "volume_level": .number(0.5)]),
            .init(
                id: "media_player.tv", names: ["TV"], area: "living", state: "off",
                attributes: ["supported_features": 61]),
        ]
        return home
    }()

    @Test(
        "a command for a room is for the devices that can do it and are in the state for it",
        arguments: [
            ("HassMediaPause", [:], ["media_pause media_player.radio {}"]),
            ("HassMediaNext", [:], ["media_next_track media_player.radio {}"]),
            (
                "HassMediaPlayerMute", [:],
                [
                    #"volume_mute media_player.radio {"is_volume_muted":true}"#,
                    #"volume_mute media_player.tv {"is_volume_muted":true}"#,
                ]
            ),
            ("HassSetVolumeRelative", ["volume_step": .text("up")], ["volume_up media_player.radio {}"]),
            (
                "HassSetVolumeRelative", ["volume_step": .number(10)],
                [#"volume_set media_player.radio {"volume_level":0.6}"#]
            ),
        ] as [(String, [String: Parameter.Value], [String])])
    func able(intent: String, slots: [String: Parameter.Value], services: [String]) {
        let made = plan(intent, slots.merging(["area": .text("living")]) { $1 }, in: Self.living)
        guard case .call(let calls, _) = made else { return #expect(Bool(false), "\(made)") }
        let described = calls.map { "\($0.service) \($0.entity ?? "") \(JSONValue.object($0.data).text())" }
        #expect(described == services)
    }

    @Test("\"resume\" in a room is for the players that are paused, if any is")
    func resumed() {
        var home = Self.living
        home.update(["entity_id": "media_player.radio", "state": "paused", "attributes": [:]])
        for (home, players) in [
            (home, ["media_player.radio"]),
            (Self.living, ["media_player.bell", "media_player.radio", "media_player.tv"]),
        ] {
            let made = plan("HassMediaUnpause", ["area": .text("living")], in: home)
            guard case .call(let calls, _) = made else { return #expect(Bool(false), "\(made)") }
            #expect(calls.compactMap(\.entity) == players)
        }
    }

    @Test("a device that cannot do it, is in another state, or is one of two where one is meant is told in the answer")
    func unable() {
        func keys(_ intent: String, _ slots: [String: Parameter.Value]) -> [String] {
            self.keys(plan(intent, slots, in: Self.living))
        }
        #expect(keys("HassMediaPause", ["name": .text("Bell")]) == ["feature_not_supported"])
        #expect(keys("HassMediaPause", ["name": .text("TV")]) == ["entity_wrong_state"])
        let warmer = ["area": Parameter.Value.text("living"), "temperature": .number(21)]
        #expect(keys("HassClimateSetTemperature", warmer) == ["duplicate_targets"])
        guard
            case .call(let calls, _) = plan(
                "HassClimateSetTemperature", ["name": .text("Stove"), "temperature": .number(21)], in: Self.living)
        else { return #expect(Bool(false)) }
        #expect(calls.map(\.entity) == ["climate.b"])
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

    @Test("the names are read again for an entity that comes, goes or is renamed, and for no other change of a state")
    func changes() {
        let home: Home = {
            var home = Self.home
            home.exposed = Set(home.entities.map(\.id)).union(["light.late", "light.nameless"])
            return home
        }()
        func isOutdated(_ id: String, from old: JSONValue?, to new: JSONValue?) -> Bool {
            func state(_ attributes: JSONValue?) -> JSONValue {
                guard let attributes else { return .null }
                return ["entity_id": .string(id), "state": "on", "attributes": attributes]
            }
            return home.isOutdated(by: ["entity_id": .string(id), "old_state": state(old), "new_state": state(new)])
        }
        let (door, late): (JSONValue, JSONValue) = (["device_class": "door"], ["friendly_name": "Late"])
        #expect(!isOutdated("sensor.door", from: door, to: door))
        #expect(isOutdated("sensor.door", from: door, to: nil))
        #expect(isOutdated("sensor.door", from: door, to: ["device_class": "window"]))
        #expect(isOutdated("sensor.door", from: door, to: ["device_class": "door", "friendly_name": "Gate"]))
        #expect(isOutdated("light.late", from: late, to: late))
        #expect(isOutdated("light.new", from: nil, to: late))
        #expect(!isOutdated("light.hidden", from: late, to: late))
        #expect(!isOutdated("light.hidden", from: late, to: nil))
        #expect(!isOutdated("light.nameless", from: [:], to: [:]))
        let blank: JSONValue = ["entity_id": "light.late", "state": "", "attributes": late]
        #expect(!home.isOutdated(by: ["entity_id": "light.late", "old_state": blank, "new_state": blank]))
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

    @Test("what waits for a server that reads nothing is bounded, and a closed connection takes no more")
    func outgoing() {
        var outgoing = WebSocket.Outgoing()
        let frame = [UInt8](repeating: 0, count: 100_000)
        let taken = (0..<100).count { _ in outgoing.add(frame) }
        #expect(taken == WebSocket.maximumBytes / frame.count)
        outgoing = WebSocket.Outgoing()
        outgoing.isClosed = true
        let isTaken = outgoing.add(frame)
        #expect(!isTaken)
    }
}
