import Foundation
import SaybusMessages
import SaybusPatternMatching
import SaybusTesting
import Testing

@testable import SaybusMQTT

@Suite("Rhasspy's sentences as a catalog")
struct SentencesTests {
    private static let file = """
        # The example of Rhasspy's manual.
        [GetTime]
        what time is it
        tell me the time [please]

        [ChangeLightState]
        light_name = ((living room lamp | garage light) {name}) | <ChangeLightState.other>
        other = (bed side light:bedside){name}
        light_state = (on | off) {state}
        turn <light_state> [the] <light_name>
        \\[please] set the light to 0..100{brightness} percent

        [SetColor]
        make it $color{color}
        """

    private func catalog() throws -> Catalog {
        try SentencesFile.catalog(of: Self.file, name: "sentences.ini") {
            $0 == "color" ? ["red", "(dark blue):navy"] : nil
        }
    }

    private func match(_ text: String) throws -> (String, [String: String])? {
        try PatternMatcher([catalog()]).match(text).first.map {
            ($0.type, $0.parameters.mapValues { $0.value.description })
        }
    }

    @Test(
        "sentences are matched with their values",
        arguments: [
            ("what time is it", "GetTime", [:]), ("tell me the time please", "GetTime", [:]),
            ("turn on the living room lamp", "ChangeLightState", ["state": "on", "name": "living room lamp"]),
            ("turn off bed side light", "ChangeLightState", ["state": "off", "name": "bed side bedside"]),
            ("please set the light to thirty percent", "ChangeLightState", ["brightness": "30"]),
            ("make it red", "SetColor", ["color": "red"]), ("make it dark blue", "SetColor", ["color": "navy"]),
        ] as [(String, String, [String: String])])
    func sentences(text: String, intent: String, values: [String: String]) throws {
        let found = try #require(try match(text))
        #expect(found.0 == intent && found.1 == values, "\(text): \(found)")
    }

    @Test(
        "a value is what was said, also where only some of its words vary",
        arguments: [
            ("turn on the lower light", "lower light"), ("turn on the hall lamp", "hall lamp"),
            ("turn on the dark blue lantern", "navy lantern"), ("turn on the old radio", "radio"),
            ("turn on both lamps", "all"), ("dim to thirty", "30"), ("dim to full", "full"),
        ])
    func varied(text: String, value: String) throws {
        let file = """
            [A]
            floor = (upper | lower)
            turn on the (<floor> light | (kitchen | hall) lamp | $color lantern | [old] radio){name}
            turn on ((both | all) lamps){name:all}
            dim to (0..100 | full){name}
            """
        let catalog = try SentencesFile.catalog(of: file, name: "s.ini") { _ in ["red", "(dark blue):navy"] }
        #expect(PatternMatcher([catalog]).match(text).first?.parameters["name"]?.value.description == value)
    }

    @Test("a rule has the rules of its own intent, also where another intent uses it")
    func foreignRules() throws {
        let file = """
            [Color]
            kind = (big | small)
            lamp = (<kind> lamp | [<kind>] lantern)
            paint the <lamp>
            [Switch]
            kind = (on | off)
            turn <kind>{state} the <Color.lamp>{name}
            """
        let matcher = PatternMatcher([try SentencesFile.catalog(of: file, name: "s.ini") { _ in nil }])
        let values = matcher.match("turn on the small lamp").first?.parameters.mapValues(\.value.description)
        #expect(values == ["state": "on", "name": "small lamp"])
        #expect(matcher.match("turn on the off lamp").isEmpty)
    }

    @Test("words outside of the sentences are matched by none")
    func others() throws {
        #expect(try match("turn on the radio") == nil)
    }

    @Test(
        "what cannot be read is refused with its line",
        arguments: [
            ("hello", "line 1"), ("[A]\nturn (on", "line 2"), ("[A]\nturn on]", "line 2"), ("[A]\nx <none>", "line 2"),
            ("[A]\nx $none{y}", "line 2"), ("[A]\nr = <r>\nx <r>", "line 3"), ("[A]\n5..1{n}", "line 2"),
            ("", "no [Intent]"),
            ("[A]\nx (a){9}", "line 2"), ("[A]\nlamp on\nx (lamp (1..5)){lamp}", "line 3: {lamp} has a range"),
            ("[A]\nn = (1..5)\nx ([<n>] lamp){lamp}", "line 3: {lamp} has a range"),
        ])
    func wrong(text: String, place: String) {
        let error = #expect(throws: MQTTError.self) {
            try SentencesFile.catalog(of: text, name: "s.ini") { _ in nil }
        }
        #expect(error?.code == .badFile && error?.reason.contains(place) == true, "\(error?.reason ?? "")")
    }

    @Test("a file of sentences or of a password that cannot be read is refused with the reason")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let large = try folder.write("large.ini", [UInt8](repeating: 10, count: SentencesFile.maximumSize + 1))
        for (path, reason) in [
            (folder.path("none"), "No such file or directory"), (folder.path, "Is a directory"),
            ("/dev/null", "give a regular file"), (large, "more than"),
        ] {
            let sentences = #expect(throws: MQTTError.self) { try SentencesFile.catalog(at: path) }
            #expect(sentences?.code == .badFile && sentences?.reason.contains(reason) == true)
            let password = #expect(throws: MQTTError.self) { try MQTTSettings.password(in: path) }
            #expect(password?.code == .badFile && password?.reason.contains(reason) == true)
        }
    }

    @Test("a list is in a file of the folder of slots or of a folder in it, and nowhere else")
    func lists() throws {
        let folder = try TemporaryFolder()
        for name in ["slots/home", "slots/.hidden"] {
            try FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
        }
        for name in ["slots/home/rooms", "slots/.hidden/rooms", "rooms"] {
            try folder.write(name, "# Rooms\nkitchen\n(hall | corridor):hall\n")
        }
        let file = try folder.write("sentences.ini", "[Clean]\nclean the $home/rooms{room}\n")
        let found = PatternMatcher([try SentencesFile.catalog(at: file)]).match("clean the corridor").first
        #expect(found?.parameters["room"]?.value == .text("hall"))
        for list in ["../rooms", ".hidden/rooms", "home/../home/rooms", "home", "rooms"] {
            try folder.write("sentences.ini", "[Clean]\nclean the $\(list){room}\n")
            let error = #expect(throws: MQTTError.self) { try SentencesFile.catalog(at: file) }
            #expect(error?.reason.contains("no list slots/\(list)") == true, "\(error?.reason ?? "")")
        }
    }

    @Test("a password and a private key that others can read are refused, with what to do")
    func readableByOthers() throws {
        let folder = try TemporaryFolder()
        #expect(try MQTTSettings.password(in: folder.write("own", "secret\n", mode: 0o600)) == "secret")
        #expect(throws: Never.self) { try MQTTSettings.checkSecret(folder.path("own")) }
        for mode in [0o640, 0o604] {
            let path = try folder.write("shared-\(mode)", "secret\n", mode: mode)
            let password = #expect(throws: MQTTError.self) { try MQTTSettings.password(in: path) }
            let key = #expect(throws: MQTTError.self) { try MQTTSettings.checkSecret(path) }
            for error in [password, key] {
                #expect(error?.code == .badFile && error?.reason.contains("chmod 600 \(path)") == true)
            }
        }
    }
}
