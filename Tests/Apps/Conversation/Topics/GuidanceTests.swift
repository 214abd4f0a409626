import Foundation
import SaybusConversation
import SaybusMessages
import SaybusSupport
import SaybusTesting
import Testing

@Suite("Long lists")
struct GuidanceTests {
    @Test("what can be said is continued by more, and more is a command only then")
    func more() async throws {
        let harness = try await Harness { manager in
            let root = ConversationTopic()
            for name in ["Ada", "Ben", "Cem", "Dora", "Eli"] {
                let recognizer = CustomCommandRecognizer(customType: name) {}
                recognizer.addTextMatcher(PatternCommandMatcher(pattern: "call \(name)"))
                root.addCommandRecognizer(recognizer)
            }
            let guidance = GuidanceTopic(manager: manager)
            guidance.maximumCommands = 3
            root.addSubtopic(guidance)
            manager.commandRegistry = root
            manager.addAudioSource(root, forTrack: .main)
        }
        #expect(try await harness.say("more").outcome == .notUnderstood)
        let first = try await harness.say("what can I say").spoken
        #expect(
            first
                == "Say \"call Ada\". Say \"call Ben\". Say \"call Cem\". Say \"more\" for more.")
        let second = try await harness.say("more please").spoken
        #expect(
            second
                == "Say \"call Dora\". Say \"call Eli\". Tells what can be said. Tells what can be done here.")
        #expect(try await harness.say("more").outcome == .notUnderstood)
        try await harness.stop()
    }

    @Test("a list is read in parts, gone through, and chosen from by name, number, or a word")
    func list() async throws {
        let harness = try await Harness { manager in
            let list = ListTopic<String> { $0 }
            list.pageSize = 2
            list.onSelect = { .say("\($0) it is.") }
            manager.commandRegistry = list
            manager.addAudioSource(list, forTrack: .main)
            manager.retain(list)
            list.show(["Red wine", "White wine", "Beer", "Water"], introduction: "There are four.")
        }
        let replies = [
            ("play", "Red wine. White wine. Say \"more\" for more."), ("more", "Beer. Water."),
            ("more", "That is all."),
            ("next", "Red wine."), ("next", "White wine."), ("previous", "Red wine."),
            ("previous", "That was the first."),
            ("repeat", "That was the first."), ("select the third one", "Beer it is."),
            ("select water", "Water it is."),
            ("select nine", "There are 4."), ("select wine", "Which one: Red wine or White wine?"),
            ("white", "White wine it is."),
        ]
        for (text, spoken) in replies { #expect(try await harness.say(text).spoken == spoken, "\(text)") }
        try await harness.stop()
    }

    @Test("of two lists that are not over, more continues the one that was told last")
    func twoLists() async throws {
        let harness = try await Harness { manager in
            let root = ConversationTopic()
            let list = ListTopic<String> { $0 }
            list.pageSize = 2
            root.addSubtopic(list)
            let guidance = GuidanceTopic(manager: manager)
            guidance.maximumCommands = 2
            root.addSubtopic(guidance)
            manager.commandRegistry = root
            manager.addAudioSource(root, forTrack: .main)
            list.show(["Red", "Green", "Blue", "Gold"])
        }
        for (text, spoken) in [
            ("what can I say", "Plays. Tells more. Say \"more\" for more."),
            ("more", "Goes to the next one. Goes to the one before. Say \"more\" for more."),
            ("play", "Red. Green. Say \"more\" for more."), ("more", "Blue. Gold."),
        ] { #expect(try await harness.say(text).spoken == spoken, "\(text)") }
        try await harness.stop()
    }

    @Test("more of the app's own is meant again when the list that was told is over")
    func listOver() async throws {
        let harness = try await Harness { manager in
            let root = ConversationTopic()
            root.addCommandRecognizer(MoreCommandRecognizer(responseBuilder: { .say("One more joke.") }))
            let list = ListTopic<String> { $0 }
            list.pageSize = 2
            root.addSubtopic(list)
            manager.commandRegistry = root
            manager.addAudioSource(root, forTrack: .main)
            list.show(["Red", "Green", "Blue", "Gold"])
        }
        for (text, spoken) in [
            ("play", "Red. Green. Say \"more\" for more."), ("more", "Blue. Gold."), ("more", "One more joke."),
        ] { #expect(try await harness.say(text).spoken == spoken, "\(text)") }
        try await harness.stop()
    }

    @Test("a list in parts of any size ends", arguments: [Int.min, 0, 1, 2, Int.max])
    func pages(size: Int) {
        var pages = Pages(["a", "b", "c"])
        var read: [String] = []
        while !pages.isOver { read += pages.next(size) }
        #expect(read == ["a", "b", "c"])
        let rest = pages.next(size)
        #expect(rest.isEmpty)
    }

    @Test("something in parts is told step by step")
    func parts() async throws {
        let log = Log()
        let harness = try await Harness { manager in
            let recipe = MultipartTopic(parts: ["Boil water.", "Add tea.", "Wait."])
            recipe.onEnd = { log.add("end") }
            manager.commandRegistry = recipe
            manager.addAudioSource(recipe, forTrack: .main)
            manager.retain(recipe)
        }
        for (text, spoken) in [
            ("next", "Boil water."), ("done", "Add tea."), ("repeat", "Add tea."), ("previous", "Boil water."),
            ("next", "Add tea."), ("next", "Wait."), ("next", "That was the last part."), ("start over", "Boil water."),
            ("stop", "All right."), ("stop", "All right."),
        ] { #expect(try await harness.say(text).spoken == spoken, "\(text)") }
        #expect(await log.lines == ["end", "end"], "what has ended does not end again")
        try await harness.stop()
    }

    @Test("of nothing in parts there is no last part")
    @ConversationActor
    func noParts() async throws {
        let topic = MultipartTopic()
        let next = try #require(topic.commandRecognizers.first { $0 is NextCommandRecognizer })
        let response = try await next.responseBuilder(Command(type: next.commandType))
        try await response.action?()
        let told = topic.lastPostedEvents?.events.flatMap(\.operations)
        topic.start()
        #expect(told != nil && told == topic.lastPostedEvents?.events.flatMap(\.operations))
    }
}

@Suite("Values across restarts")
struct ConversationStoreTests {
    @Test("a value is kept in a file that only its user reads, and damage or another type yields none")
    func kept() throws {
        let folder = try TemporaryFolder()
        let session = try #require(Session(rawValue: "hall"))
        let store = ConversationStore(app: "a", session: session, folder: URL(filePath: folder.path))
        #expect(store.value("list", as: [String].self) == nil)
        try store.set("list", to: ["milk"])
        try store.set("count", to: 3)
        let again = ConversationStore(app: "a", session: session, folder: URL(filePath: folder.path))
        #expect(again.value("list") == ["milk"])
        #expect(again.value("count") == 3)
        #expect(again.value("count", as: String.self) == nil)
        try again.set("count", to: Int?.none)
        #expect(
            ConversationStore(app: "a", session: session, folder: URL(filePath: folder.path)).value("count")
                == Int?.none)
        let mode = try FileManager.default.attributesOfItem(atPath: store.file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let error = #expect(throws: ConversationStore.StoreError.self) {
            try again.set("big", to: String(repeating: "x", count: ConversationStore.maximumBytes))
        }
        #expect(error?.code == .tooLarge)
    }

    @Test("a value that is too large is not kept, and keeps no later one from the file")
    func tooLarge() throws {
        let folder = try TemporaryFolder()
        let store = ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path))
        #expect(throws: ConversationStore.StoreError.self) {
            try store.set("big", to: String(repeating: "x", count: ConversationStore.maximumBytes))
        }
        #expect(store.value("big", as: String.self) == nil)
        try store.set("list", to: ["milk"])
        let again = ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path))
        #expect(again.value("list") == ["milk"])
        withExtendedLifetime(folder) {}
    }

    @Test(
        "a file that is no store is kept under another name, reported once, and removed with its session",
        arguments: [("no JSON", 0), ("[1]", 0), ("{}", ConversationStore.maximumBytes)])
    func damaged(_ end: String, spaces: Int) throws {
        let text = String(repeating: " ", count: spaces) + end
        let folder = try TemporaryFolder()
        let place = URL(filePath: folder.path)
        let store = ConversationStore(app: "a", session: .default, folder: place)
        let reader = ConversationStore(app: "a", session: .default, folder: place, isReadOnly: true)
        let problems = Watched<[String]>([])
        try store.set("list", to: ["milk"])
        try text.write(to: store.file, atomically: false, encoding: .utf8)
        #expect(reader.value("list", as: [String].self) == nil)
        let isUntouched = try String(contentsOf: store.file, encoding: .utf8) == text
        #expect(isUntouched)
        #expect(store.value("list", as: [String].self) == nil)
        store.onProblem { problem in problems.change { $0.append(problem) } }
        try store.set("count", to: 3)
        #expect(store.value("count") == 3)
        #expect(problems.value.count == 1)
        let aside = store.file.path + ".damaged"
        #expect(problems.value.first?.hasSuffix("it is now \(aside)") == true)
        let isKept = try String(contentsOfFile: aside, encoding: .utf8) == text
        #expect(isKept)
        #expect(try ConversationStore.purge(.default, folder: place) == [store.file.path, aside])
        withExtendedLifetime(folder) {}
    }

    @Test("a file that cannot be read is not replaced")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        let store = ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path))
        try FileManager.default.createDirectory(at: store.file, withIntermediateDirectories: true)
        let error = #expect(throws: ConversationStore.StoreError.self) { try store.set("count", to: 3) }
        #expect(error?.code == .file)
        #expect(store.value("count", as: Int.self) == nil)
        var isDirectory: ObjCBool = false
        #expect(FileManager.default.fileExists(atPath: store.file.path, isDirectory: &isDirectory))
        #expect(isDirectory.boolValue)
        withExtendedLifetime(folder) {}
    }

    @Test("what one program keeps is neither lost nor hidden by what another one has read before")
    func shared() throws {
        let folder = try TemporaryFolder()
        let (first, second) = (
            ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path)),
            ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path))
        )
        #expect(second.value("rate", as: Int.self) == nil)
        try first.set("rate", to: 245)
        #expect(second.value("rate") == 245)
        try first.set("rate", to: 250)
        try second.set("volume", to: 50)
        #expect(first.value("rate") == 250)
        #expect(first.value("volume") == 50)
        try FileManager.default.removeItem(at: first.file)
        #expect(first.value("rate", as: Int.self) == nil)
        withExtendedLifetime(folder) {}
    }

    @Test("a store that only reads keeps changes to itself")
    func readOnly() throws {
        let folder = try TemporaryFolder()
        let store = ConversationStore(app: "a", session: .default, folder: URL(filePath: folder.path))
        try store.set("timers", to: [20])
        let reader = ConversationStore(
            app: "a", session: .default, folder: URL(filePath: folder.path), isReadOnly: true)
        try reader.set("timers", to: [Int]())
        #expect(reader.value("timers") == [Int]())
        #expect(store.value("timers") == [20])
        withExtendedLifetime(folder) {}
    }

    @Test("voice settings survive a restart and reach an audio stage that starts later")
    func settings() async throws {
        let folder = try TemporaryFolder()
        let store = ConversationStore(app: "app", session: .default, folder: URL(filePath: folder.path))
        var settings = SpeechSettings()
        let isSet = settings.setVolume(said: 50)
        #expect(isSet)
        try store.set("speech-settings", to: settings)
        let kept = await Task { @ConversationActor in
            let manager = ConversationManager(name: "app", store: store)
            return SpeechSettingsTopic(manager: manager).settings
        }.value
        #expect(kept.volume == 0.5)
    }

    @Test("a rate that is set while a voice is tried is kept with the voice")
    @ConversationActor
    func triedVoice() async throws {
        let folder = try TemporaryFolder()
        let store = ConversationStore(app: "app", session: .default, folder: URL(filePath: folder.path))
        let manager = ConversationManager(name: "app", store: store)
        let topic = SpeechSettingsTopic(manager: manager)
        func carryOut(_ type: String, _ parameters: Command.Parameters = [:]) async throws {
            let recognizer = try #require(topic.commandRecognizers.first { $0.commandType == type })
            let response = try await recognizer.responseBuilder(Command(type: type, parameters: parameters))
            try await response.action?()
        }
        try await carryOut(StandardCommand.setVoice, [SetVoiceCommandRecognizer.parameterVoice: "en-gb"])
        let trial = try #require(topic.lastPostedEvents?.items.last?.completion)
        try await carryOut(StandardCommand.increaseSpeechRate)
        trial(.finished)
        let kept = try #require(store.value("speech-settings", as: SpeechSettings.self))
        #expect(kept.rate == 210 && kept.voice == "en-gb")
        #expect(topic.settings == kept)
        withExtendedLifetime((folder, manager)) {}
    }
}
