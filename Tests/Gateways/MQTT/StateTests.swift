import SaybusMessages
import Testing

@testable import SaybusMQTT

@Suite("What the MQTT broker keeps")
struct StateTests {
    private func status(_ instance: String, _ state: StageStatus.State, uptime: Int = 1) -> StageStatus {
        StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: uptime)
    }

    @Test("a heartbeat without news is no message; a change of the state is one")
    func heartbeats() throws {
        var board = RetainedStageStates()
        #expect(board.apply(status("a", .ready))?.json.text("state") == "ready")
        #expect(board.apply(status("a", .ready, uptime: 99)) == nil)
        #expect(board.apply(status("a", .lost))?.json.text("state") == "lost")
    }

    @Test("a role is ready while one of its instances is, and those that have gone are forgotten then")
    func replicas() throws {
        var board = RetainedStageStates()
        _ = board.apply(status("a", .lost))
        let publication = board.apply(status("b", .ready))
        let json = try #require(publication).json
        #expect(json.text("state") == "ready" && json["instances"] == [["instance": "b", "state": "ready"]])
        for number in 0..<5000 { _ = board.apply(status("c\(number)", .ready)) }
        let again = board.apply(status("b", .ready))
        #expect(again == nil)
    }

    @Test("a command waits ten seconds for the MQTT broker if it has no deadline, and the end of a turn without end")
    func life() {
        let (known, none) = (Duration.seconds(3), Duration?.none)
        #expect(MQTTConfiguration.life(of: CommandInvoked.kind, untilDeadline: known) == known)
        #expect(MQTTConfiguration.life(of: CommandInvoked.kind, untilDeadline: none) == .seconds(10))
        #expect(MQTTConfiguration.life(of: TurnEnded.kind, untilDeadline: none) == nil)
    }

    @Test("the bridge's own messages, which return to it with MQTT 3.1.1, are no flood, and leave room for commands")
    func ownMessages() throws {
        let configuration = try MQTTConfiguration(
            settings: MQTTSettings(address: try MQTTAddress("mqtt://localhost"), clientID: "test"))
        let (limit, now) = (IncomingLimit(configuration), ContinuousClock.now)
        let own = (0..<1000).map { MQTTMessage(topic: "saybus/catalog/app-\($0)", text: "{}") }
        #expect(own.allSatisfy { limit.verdict(on: $0, at: now) != .refused })
        let command = MQTTMessage(topic: "saybus/session/default/speech.transcript/set", text: "lights on")
        let verdicts = (0..<1000).map { _ in limit.verdict(on: command, at: now) }
        #expect(verdicts.count { $0 == .taken } == 200 && verdicts.count { $0 == .refused } == 800)
    }

    @Test("a broker of the bus that says nothing any more is lost, once, and one that has stopped is not")
    func busBroker() {
        var (monitor, now) = (BrokerMonitor(), ContinuousClock.now)
        func status(_ role: Role, _ state: StageStatus.State) -> StageStatus {
            StageStatus(role: role, instance: "one", state: state, pid: 1, uptimeMs: 0)
        }
        monitor.receive(status(.broker, .ready), at: now)
        now += BrokerMonitor.timeout
        let early = monitor.takeLost(at: now)
        now += .seconds(1)
        // Another stage says nothing of the broker.
        monitor.receive(status(.intent, .ready), at: now)
        let (lost, again) = (monitor.takeLost(at: now), monitor.takeLost(at: now))
        #expect(early == nil && again == nil)
        #expect(lost?.role == .broker && lost?.state == .lost && lost?.problem != nil)
        monitor.receive(status(.broker, .ready), at: now)
        monitor.receive(status(.broker, .stopped), at: now)
        let stopped = monitor.takeLost(at: now + .seconds(60))
        #expect(stopped == nil)
    }

    @Test("a retained topic is sent when it changes, again for a new broker, and removed when it is over")
    func retained() {
        var topics = RetainedTopics(owner: "a")
        #expect(topics.set("a", "1")?.text == "1" && topics.set("a", "1") == nil)
        #expect(topics.all.map(\.topic) == ["a"])
        for topic in ["a", "old"] { topics.record(MQTTMessage(topic: topic, text: "1")) }
        #expect(topics.sweep().map(\.topic) == ["old"] && topics.sweep().isEmpty)
        #expect(topics.set("a", nil)?.payload == [] && topics.all.isEmpty)
        for number in 0...RetainedTopics.capacity { _ = topics.set("t\(number)", "x") }
        #expect(topics.all.count == RetainedTopics.capacity)
    }

    @Test("a bridge leaves the topics of a bridge of another bus alone, and removes those of its own earlier run")
    func otherBridge() throws {
        var (earlier, other) = (RetainedTopics(owner: "one"), RetainedTopics(owner: "two"))
        let messages = [
            earlier.set("saybus/catalog/lamp", #"{"app": "lamp"}"#),
            other.set("saybus/catalog/radio", #"{"app": "radio"}"#),
        ]
        let (own, foreign) = (try #require(messages[0]), try #require(messages[1]))
        var topics = RetainedTopics(owner: "one")
        #expect(topics.otherOwner(of: own) == nil && topics.otherOwner(of: foreign) == "two")
        for message in [own, foreign, MQTTMessage(topic: "saybus/catalog/nameless", text: "{}")] {
            topics.record(message)
        }
        let removed = topics.sweep().map(\.topic)
        #expect(removed == ["saybus/catalog/lamp", "saybus/catalog/nameless"])
    }

    @Test("a report of another bridge says whose it is, and a bridge knows its own and new ones")
    func reports() throws {
        func bridges(_ owner: String, _ run: UInt32) -> OtherBridges {
            OtherBridges(owner: owner, source: Source("mqtt/\(run)")!, run: run)
        }
        var one = bridges("one", 1)
        let counters: JSONValue = ["published": 7]
        func report(_ bridge: OtherBridges) -> [UInt8] { Array(bridge.named(counters).text().utf8) }
        let ownReport = report(one)
        #expect(try JSONValue(parsing: ownReport).text("bridge") == "one")
        let own = one.observe(ownReport)
        #expect(own == nil)
        let nameless = one.observe(Array(counters.text().utf8))
        #expect(nameless == nil)
        let twin = one.observe(report(bridges("one", 2)))
        #expect(twin?.bridge == "mqtt/2 of this bus" && twin?.isNew == true)
        let again = one.observe(report(bridges("one", 2)))
        #expect(again?.isNew == false)
        let other = one.observe(report(bridges("two", 3)))
        #expect(other?.bridge == "that of the bus two")
        for run in UInt32(10)..<200 { _ = one.observe(report(bridges("two", run))) }
        let surplus = one.observe(report(bridges("two", 500)))
        #expect(surplus?.isNew == false)
    }

    @Test("Home Assistant gets a sensor for each role, and an event, triggers and buttons for an app's commands")
    func discovery() throws {
        let configuration = try MQTTConfiguration(
            settings: MQTTSettings(address: MQTTAddress("mqtt://h"), clientID: "c"), prefix: "home/saybus")
        let discovery = HomeAssistantDiscovery(prefix: "homeassistant", configuration)
        let stage = discovery.stage("intent", status("a", .ready))
        #expect(stage.topic == "homeassistant/binary_sensor/home_saybus/stage_intent/config" && stage.isRetained)
        let sensor = try JSONValue(parsing: stage.payload)
        #expect(sensor.text("state_topic") == "home/saybus/stage/intent")
        #expect(sensor.text("availability_topic") == "home/saybus/status")
        let catalog = Catalog(
            app: "kitchen",
            commands: [
                .init(type: "Next", patterns: ["next [song]"]), .init(type: "Light", patterns: ["light in the @room"]),
            ])
        let messages = discovery.catalog(catalog)
        #expect(
            messages.map(\.topic) == [
                "homeassistant/event/home_saybus/app_kitchen/config",
                "homeassistant/device_automation/home_saybus/kitchen_Next/config",
                "homeassistant/button/home_saybus/kitchen_Next/config",
                "homeassistant/device_automation/home_saybus/kitchen_Light/config",
            ])
        #expect(try JSONValue(parsing: messages[0].payload)["event_types"] == ["Next", "Light"])
        let button = try JSONValue(parsing: messages[2].payload)
        #expect(button.text("payload_press") == "next")
        #expect(button.text("default_entity_id") == "button.home_saybus_kitchen_next")
        #expect(button.text("object_id") == "home_saybus_kitchen_Next")
        let trigger = try JSONValue(parsing: messages[1].payload)
        #expect(trigger.text("default_entity_id") == nil, "a trigger is no entity")
        #expect(discovery.catalog(Catalog(app: "gone", commands: [])).isEmpty)
        #expect(discovery.controls().count == 2)
    }

    @Test("Home Assistant's texts go to the session of the bridge, which takes those of no other one")
    func discoverySession() throws {
        var configuration = try MQTTConfiguration(
            settings: MQTTSettings(address: MQTTAddress("mqtt://h"), clientID: "c"))
        configuration.discoveryPrefix = "homeassistant"
        var messages = RetainedMessages(configuration, owner: "one", session: Session(rawValue: "kitchen"))
        let topics = try messages.begin().filter { $0.topic.hasPrefix("homeassistant/text/") }.map { message in
            try JSONValue(parsing: message.payload).text("command_topic")
        }
        #expect(
            topics == [
                "saybus/session/kitchen/audio.sequence/set", "saybus/session/kitchen/speech.transcript/set",
            ])
    }

    @Test("a refused message stays the problem for a minute, and a missing broker as long as it is missing")
    func problems() {
        var counters = BridgeCounters()
        let now = ContinuousClock.now
        counters.record("a message was refused", at: now)
        counters.tick(now + .seconds(59))
        #expect(counters.problem == "a message was refused")
        counters.tick(now + .seconds(61))
        #expect(counters.problem == nil)
        counters.connection("no broker")
        counters.tick(now + .seconds(4000))
        #expect(counters.problem == "no broker")
    }

    @Test("a report is due after a change, and while there is a problem, which another bridge's report may be")
    func dueReports() {
        let quiet = BridgeCounters()
        var busy = quiet
        busy.published = 1
        let isNews = busy.isDue(after: quiet)
        #expect(isNews && !quiet.isDue(after: quiet))
        var troubled = quiet
        troubled.record("another bridge uses the prefix", at: .now)
        let isRepeated = troubled.isDue(after: troubled)
        #expect(isRepeated)
    }
}
