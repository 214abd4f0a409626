import Foundation
import SaybusBus
import SaybusMessages
import SaybusPatternMatching
import SaybusTesting
import Testing

@testable import SaybusOperations

@Suite("saybus commands")
struct CommandListingTests {
    @Test("the commands of all apps are listed with an example, and those of another session are not")
    func listing() async throws {
        let test = try TestBus()
        let app = try test.connect(.dispatch, instance: "kitchen")
        try await app.ready()
        let hall = try #require(Session(rawValue: "hall"))
        try app.publish(
            Catalog(
                app: "kitchen",
                commands: [
                    .init(type: "Light", patterns: ["turn on the light", "light [please] on"], summary: "Lights up."),
                    .init(type: "answer", patterns: ["yes"]),
                ], scopes: [.init(commands: ["answer"], sessions: [hall])]))
        try await app.ready()
        let page = Page()
        try await CommandListing(at: test.address).run(output: page.output)
        #expect(page.lines == ["kitchen", "  light on  Lights up."])
        let json = Page()
        try await CommandListing(at: test.address, session: hall, isJSON: true).run(output: json.output)
        let items = try JSONDecoder().decode([CommandMenu.Item].self, from: Data(json.text.utf8))
        #expect(items.map(\.type) == ["Light", "answer"])
        #expect(items.last?.example == "yes")
        await app.close()
    }

    @Test("on a narrow terminal, an example that is wider than its column stands above its summary")
    func narrow() {
        let short = CommandListing.lines("lights on", "Switches all lights.", width: 20, columns: 40)
        let indent = String(repeating: " ", count: 24)
        #expect(short == ["  lights on             Switches all", indent + "lights."])
        let long = CommandListing.lines(
            "remove something from the shopping list", "Takes something off.", width: 20, columns: 40)
        let example = ["  remove something from the shopping", "  list"]
        #expect(long == example + [indent + "Takes something", indent + "off."])
    }

    @Test("a command is listed once, however many programs run its app")
    func replicas() async throws {
        let test = try TestBus()
        let first = Catalog(app: "kitchen", commands: [.init(type: "Light", patterns: ["light on"])])
        let second = Catalog(
            app: "kitchen",
            commands: [
                .init(type: "Light", patterns: ["light on", "lights on"]), .init(type: "answer", patterns: ["yes"]),
            ])
        var apps: [Bus] = []
        for (instance, catalog) in [("one", first), ("two", second), ("three", first)] {
            let app = try test.connect(.dispatch, instance: instance)
            try await app.ready()
            try app.publish(catalog)
            try await app.ready()
            apps.append(app)
        }
        let json = Page()
        try await CommandListing(at: test.address, isJSON: true).run(output: json.output)
        let items = try JSONDecoder().decode([CommandMenu.Item].self, from: Data(json.text.utf8))
        #expect(Set(items.map(\.type)) == ["Light", "answer"] && items.count == 2)
        let patterns = items.first { $0.type == "Light" }?.patterns ?? []
        #expect(Set(patterns) == ["light on", "lights on"] && patterns.count == 2)
        for app in apps { await app.close() }
    }

    @Test("a catalog cannot control the terminal: its names, sentences and summaries have escapes that are shown")
    func controls() async throws {
        let test = try TestBus()
        let app = try test.connect(.dispatch, instance: "kitchen")
        try await app.ready()
        try app.publish(
            Catalog(
                app: "kitchen",
                commands: [
                    .init(
                        type: "Light\u{1B}]0;one\u{7}", patterns: ["light \u{9B}2J on"], summary: "Lights\u{1B}[2J up."),
                    .init(type: "Fan\u{1B}[31m", patterns: [], summary: "\u{202E}Turns."),
                ]))
        try await app.ready()
        for isJSON in [false, true] {
            let page = Page()
            try await CommandListing(at: test.address, isJSON: isJSON).run(output: page.output)
            let controls = page.text.unicodeScalars.filter { scalar in
                scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || scalar == "\u{202E}")
            }
            #expect(controls.isEmpty, "\(page.text.debugDescription)")
            #expect(page.text.contains("Lights\\u") && page.text.contains("Turns."), "\(page.text.debugDescription)")
        }
        await app.close()
    }
}
