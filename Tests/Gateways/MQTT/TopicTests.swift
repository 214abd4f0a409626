import SaybusMessages
import Testing

@testable import SaybusMQTT

@Suite("MQTT addresses and topics")
struct TopicTests {
    @Test("the addresses of brokers are read, with their ports")
    func addresses() throws {
        #expect(try MQTTAddress("mqtt://localhost").description == "mqtt://localhost:1883")
        #expect(
            try MQTTAddress("mqtts://broker.example").transport
                == .tcp(host: "broker.example", port: 8883, isEncrypted: true))
        #expect(try MQTTAddress("mqtt://[::1]:1884").transport == .tcp(host: "::1", port: 1884, isEncrypted: false))
        #expect(try MQTTAddress("unix:///run/mqtt").transport == .unix(path: "/run/mqtt"))
    }

    @Test(
        "what is no broker's address is refused",
        arguments: [
            "localhost", "http://host", "mqtt://", "mqtt://host:0", "mqtt://host:65536", "mqtt://::1",
            "mqtt://host/path",
            "unix://run",
            "mqtt://user:secret@host", "tcp://user:secret@host", "user:secret@host:1883",
        ])
    func wrongAddresses(url: String) {
        let error = #expect(throws: MQTTError.self) { try MQTTAddress(url) }
        #expect(error?.code == .badSetting && error?.reason.contains("secret") != true)
    }

    @Test("a template makes topics, a filter for all of them, and reads them back")
    func templates() throws {
        let template = try TopicTemplate("home/{session}/saybus/{kind}/set")
        let den = try #require(Session(rawValue: "den"))
        #expect(template.topic(SpeechTranscript.kind, den) == "home/den/saybus/speech.transcript/set")
        #expect(template.filter == "home/+/saybus/+/set")
        let read = try #require(template.parse("home/den/saybus/speech.transcript/set"))
        #expect(read.kind == SpeechTranscript.kind && read.session == den)
        for topic in ["home/den/saybus/speech.transcript", "home/d en/saybus/a/set", "home/den/saybus/A/set", ""] {
            #expect(template.parse(topic) == nil, "\(topic)")
        }
    }

    @Test(
        "a template without both places, or with wildcards, is refused",
        arguments: [
            "", "a/{kind}", "a/+/{kind}/{session}", "a/{kind}{session}", "$SYS/{kind}/{session}",
            "{kind}/{kind}/{session}",
        ])
    func wrongTemplates(text: String) {
        #expect(throws: MQTTError.self) { try TopicTemplate(text) }
    }

    @Test("an empty prefix is refused")
    func emptyPrefix() throws {
        let settings = MQTTSettings(address: try MQTTAddress("mqtt://localhost"), clientID: "test")
        #expect(throws: MQTTError.self) { try MQTTConfiguration(settings: settings, prefix: "") }
    }

    @Test("bridges with other prefixes are other devices of Home Assistant, and simple prefixes keep their names")
    func devices() {
        let prefixes = ["saybus", "home/saybus", "a/b", "a_b", "a.b", "a b", "a//b", "a/_b", "a__b", "ä", "ö", "A/b"]
        let ids = prefixes.map { TopicName.identifier(ofPrefix: $0) }
        #expect(ids.prefix(3) == ["saybus", "home_saybus", "a_b"])
        #expect(Set(ids).count == prefixes.count, "\(ids)")
        #expect(ids.allSatisfy { $0 == TopicName.level($0) })
    }

    @Test("names that differ have different topics and ids, and usual names are in them as they are")
    func distinctNames() throws {
        let names = [
            ["a", "b"], ["a", "b_c"], ["a_b", "c"], ["a.b", "c"], ["a", "b.c"], ["a b", "c"], ["a/b", "c"],
            ["a_b", ""], ["a_b_c", ""], ["a", ""], ["", "a"], ["ä", "b"],
        ]
        let levels = names.map { TopicName.level(ofNames: $0) }
        let ids = names.map { TopicName.identifier(ofNames: $0) }
        #expect(Set(levels).count == names.count, "\(levels)")
        #expect(Set(ids).count == names.count, "\(ids)")
        #expect(levels.allSatisfy { !$0.contains(where: { "/+#".contains($0) }) })
        #expect(ids.allSatisfy { $0.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil })
        #expect(levels[0] == "a_b" && ids[0] == "a_b" && levels[4] == "a_b.c")
        let configuration = try MQTTConfiguration(
            settings: MQTTSettings(address: try MQTTAddress("mqtt://localhost"), clientID: "test"))
        #expect(configuration.catalogTopic("my.app") == "saybus/catalog/my.app")
        #expect(configuration.commandEventTopic("my_app") == "saybus/app/my_app/command")
    }

    @Test("filters include topics as the MQTT standard says")
    func filters() {
        #expect(
            TopicName.matches("a/b/c", "a/+/c") && TopicName.matches("a/b/c", "a/#") && TopicName.matches("a", "a/#"))
        #expect(
            !TopicName.matches("a/b", "a/+/c") && !TopicName.matches("a/b/c", "a/b") && !TopicName.matches("a/b", "a"))
    }

    @Test("topics on which nothing can be published are refused")
    func names() {
        #expect(MQTTPublish.problem(ofTopic: "zigbee2mqtt/lamp/set") == nil)
        for topic in ["", "a/+", "#", "$SYS/x", "a\0b", String(repeating: "a", count: 2000)] {
            #expect(MQTTPublish.problem(ofTopic: topic) != nil)
        }
    }

    @Test("kinds with which the stages coordinate are not taken from MQTT, and sound is not published")
    func kinds() throws {
        #expect(try MQTTConfiguration.kinds(["listen.request", "my.kind"], isAccepted: true).count == 2)
        for name in ["command.invoked", "turn.ended", "stage.status", "audio.input", "No Kind", "shadow.speech.intent"]
        {
            #expect(throws: MQTTError.self) { try MQTTConfiguration.kinds([name], isAccepted: true) }
        }
        #expect(throws: MQTTError.self) { try MQTTConfiguration.kinds(["audio.output"], isAccepted: false) }
    }
}
