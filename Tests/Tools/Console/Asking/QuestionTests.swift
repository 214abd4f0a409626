import Foundation
import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusConsole

@Suite("Questions of pages")
struct QuestionTests {
    private let turn = TurnID(millisecondsSince1970: 1_780_000_000_000)

    @Test("questions are read, and others are refused with a sentence")
    func reading() throws {
        func question(_ text: String) throws -> PageQuestion? {
            guard case .ask(let question, let number) = try PageMessage(#"{"ask":\#(text),"number":4}"#) else {
                return nil
            }
            #expect(number == 4)
            return question
        }
        #expect(try question(#"{"files":{}}"#) == .files)
        #expect(try question(#"{"app":{"file":"a.yaml"}}"#) == .app("a.yaml"))
        let draft = PageQuestion.Draft(file: "a.yaml", text: "app: a")
        #expect(try question(#"{"check":{"file":"a.yaml","text":"app: a"}}"#) == .check(draft))
        #expect(
            try question(#"{"phrases":{"texts":["a","b"],"session":"hall","file":"a.yaml","text":"app: a"}}"#)
                == .phrases(["a", "b"], Session(rawValue: "hall")!, draft))
        #expect(try question(#"{"diff":{"old":"a.db","new":"b.db"}}"#) == .difference(old: "a.db", new: "b.db"))
        #expect(try question(#"{"sound":{"turn":"\#(turn)"}}"#) == .sound(turn, recording: nil))
        #expect(
            try question(#"{"replay":{"recording":"a.db","from":"intent"}}"#)
                == .replay(recording: "a.db", .intent, nil))
        #expect(try question(#"{"judge":{"since":7}}"#) == .judge(since: 7))
        for text in [
            "{}", "[]", #"{"files":{},"app":{}}"#, #"{"app":{}}"#, #"{"nonsense":{}}"#, #"{"check":{"file":"a"}}"#,
            #"{"phrases":{"texts":[],"session":"hall"}}"#, #"{"phrases":{"texts":[1],"session":"hall"}}"#,
            #"{"phrases":{"texts":["a"],"session":"a b"}}"#, #"{"sound":{"turn":"x"}}"#,
            #"{"replay":{"recording":"a.db","from":"audio"}}"#, #"{"judge":{}}"#,
        ] { #expect(throws: PageError.self) { try PageMessage(#"{"ask":\#(text)}"#) } }
    }

    @Test("pages reach the files that are offered, by name, and no others")
    func files() throws {
        let folder = try TemporaryFolder()
        let app = try folder.write("a.yaml", "app: a")
        try folder.write("today.db", "x")
        try folder.write("notes.txt", "x")
        try folder.write(".hidden.db", "x")
        let files = try OfferedFiles(apps: [app, app], recordings: folder.path)
        #expect(files.appNames == ["a.yaml", "a.yaml (2)"])
        #expect(try files.app("a.yaml") == app)
        #expect(files.recordings().map(\.name) == ["today.db"])
        for name in ["../a.yaml", app, "b.yaml", ""] { #expect(throws: PageError.self) { try files.app(name) } }
        for name in ["../today.db", "notes.txt", ".hidden.db", "/etc/passwd"] {
            #expect(throws: PageError.self) { try files.recording(name) }
        }
        let date = Date(timeIntervalSince1970: 1_780_000_000)
        #expect(
            try files.newRecording(replaying: "today.db", at: date) == folder.path("today-replay-1780000000.db"))
        try folder.write("today-replay-1780000000.db", "x")
        #expect(
            try files.newRecording(replaying: "today.db", at: date) == folder.path("today-replay-1780000001.db"))
        #expect(throws: PageError.self) { try OfferedFiles().recording("today.db") }
        #expect(throws: (any Error).self) { try OfferedFiles(apps: [folder.path("missing.yaml")]) }
        #expect(throws: (any Error).self) { try OfferedFiles(recordings: app) }
    }

    @Test("the sound of the newest turns is kept within bounds, and missing chunks are silent")
    func sounds() throws {
        let sounds = TurnSounds()
        func record(_ turn: TurnID, _ index: Int, _ bytes: Int) throws {
            var header = Header(
                kind: AudioInput.kind, session: .default, turn: turn, source: Source("listen/a")!, run: 1, sequence: 0,
                at: 0)
            let chunk = AudioInput(index: index, isLast: false, samples: [UInt8](repeating: 1, count: bytes))
            let body = chunk.wire(header: &header)
            sounds.record(RawMessage(header: header, body: body))
        }
        try record(turn, 0, 640)
        try record(turn, 2, 640)
        try record(turn, 1, 640)
        let sound = try #require(sounds.sound(of: turn))
        #expect(sound.samples.count == 3 * 640 && sound.missing == 1)
        #expect(sound.samples[640..<1280].allSatisfy { $0 == 0 })
        // Numbers that no stream has add nothing.
        for index in [Int.max - 1, Int.max] { try record(turn, index, 640) }
        #expect(sounds.sound(of: turn) == sound)
        var last = sound
        last.add(AudioInput(index: .max, isLast: false, format: sound.format, samples: [1, 1]))
        #expect(last == sound)
        let others = (0..<40).map { TurnID(millisecondsSince1970: UInt64(1000 + $0)) }
        for other in others {
            for index in 0..<2 { try record(other, index, TurnSounds.maximumBytesPerTurn / 2) }
        }
        #expect(sounds.sound(of: turn) == nil)
        let newest = try #require(others.last)
        #expect(sounds.sound(of: newest) != nil)
        sounds.clear()
        #expect(sounds.sound(of: turn) == nil)
        // Each of many turns may be short, or empty.
        let many = (0...TurnSounds.maximumTurns).map { TurnID(millisecondsSince1970: UInt64(9000 + $0)) }
        try record(turn, 0, 0)
        #expect(sounds.sound(of: turn) == nil)
        for other in many { try record(other, 0, 2) }
        #expect(sounds.sound(of: many[0]) == nil)
        #expect(sounds.sound(of: many[1]) != nil)
    }

    @Test("a gap is as long as the chunks before it, and no sound is longer than a turn's may be")
    func gaps() {
        func chunk(_ index: Int, _ bytes: Int) -> AudioInput {
            AudioInput(index: index, isLast: false, samples: [UInt8](repeating: 1, count: bytes))
        }
        var sound = TurnSounds.Sound(.speech)
        sound.add(chunk(0, 2))
        sound.add(chunk(101, 1 << 20))
        #expect(sound.missing == 100)
        #expect(sound.samples.count == 2 + 200 + (1 << 20))
        var full = TurnSounds.Sound(.speech)
        full.add(chunk(1, 3 << 20))
        full.add(chunk(9, 1 << 20))
        #expect(full.samples.count == TurnSounds.maximumBytesPerTurn)
        var cut = TurnSounds.Sound(.speech)
        for index in 0..<4 { cut.add(chunk(index, 1 << 20)) }
        #expect(cut.samples.count == TurnSounds.maximumBytesPerTurn)
    }
}
