import SaybusListening
import SaybusMessages
import SaybusTap
import Testing

@testable import SaybusConsole

@Suite("Messages of pages, and what pages are sent")
struct PageTests {
    @Test("a page's messages are read, and others are refused with a sentence")
    func messages() throws {
        #expect(try PageMessage(#"{"talk":true}"#) == .talk(true))
        #expect(try PageMessage(#"{"conversation":"hall"}"#) == .conversation(Session(rawValue: "hall")!))
        #expect(try PageMessage(#"{"watch":null}"#) == .watch(nil))
        let watched = PageView.Watched(kinds: [try KindPattern("speech.*")], session: Session(rawValue: "hall"))
        #expect(try PageMessage(#"{"watch":{"kinds":["speech.*"],"session":"hall"}}"#) == .watch(watched))
        #expect(
            try PageMessage(
                #"{"publish":{"kind":"listen.request","session":"hall","body":{"mode":"off"}},"number":3,"heard":4}"#)
                == .publish("listen.request", Session(rawValue: "hall")!, ["mode": "off"], number: 3, heard: 4))
        for text in [
            "", "[]", "{}", #"{"talk":1}"#, #"{"conversation":"a b"}"#, #"{"watch":{"kinds":["Speech"]}}"#,
            #"{"publish":{"kind":"x"}}"#, #"{"played":{"state":"started"}}"#,
        ] {
            #expect(throws: PageError.self) { try PageMessage(text) }
        }
    }

    @Test("sound of a page is read, and what is no sound is refused")
    func sound() throws {
        func frame(_ header: String, _ pcm: [UInt8]) -> [UInt8] {
            [UInt8(header.utf8.count), 0, 0, 0] + Array(header.utf8) + pcm
        }
        let input = try SoundFrame.input(frame(#"{"kind":"audio.input","sample":320,"last":true}"#, [1, 0, 255, 255]))
        #expect(input == SoundFrame.Input(position: 320, samples: [1, -1], isLast: true))
        for bytes in [
            [], [9, 0, 0, 0], [255, 255, 255, 255, 1], frame(#"{"kind":"audio.input","sample":-1}"#, []),
            frame(#"{"kind":"audio.output","sample":0}"#, []), frame(#"{"kind":"audio.input","sample":0}"#, [1]),
        ] {
            #expect(throws: PageError.self) { try SoundFrame.input(bytes) }
        }
    }

    @Test("sound that a page has lost, and sound that nobody takes in time, counts as lost")
    func lost() async throws {
        let microphone = PageMicrophone(name: "browser")
        func take(_ position: Int, _ count: Int = 320) {
            microphone.take(
                SoundFrame.Input(position: position, samples: [Int16](repeating: 1, count: count), isLast: false))
        }
        take(0)
        take(640)
        var (first, second) = (try await microphone.next(), try await microphone.next())
        #expect(first?.lost == 0 && first?.position == 0)
        #expect(second?.lost == 320 && second?.position == 640)
        // The page was opened again, and counts from the beginning.
        take(0)
        first = try await microphone.next()
        #expect(first?.lost == 0 && first?.position == 960)
        for index in 1...PageMicrophone.maximumBlocks + 2 { take(320 * index) }
        for _ in 0..<PageMicrophone.maximumBlocks { second = try await microphone.next() }
        take(320 * (PageMicrophone.maximumBlocks + 3))
        second = try await microphone.next()
        #expect(second?.lost == 640)
        await microphone.stop()
        #expect(try await microphone.next() == nil)
    }

    @Test("turns are shown whole or not at all, and a quiet second brings new ones")
    func sampler() {
        var sampler = MessageSampler()
        let now = ContinuousClock.now
        let turns = (0..<100).map { TurnID(millisecondsSince1970: UInt64($0)) }
        let shown = turns.filter { sampler.shows($0, at: now) }
        #expect(shown.count == Int(MessageSampler.turnsPerSecond))
        let again = turns.filter { sampler.shows($0, at: now + .milliseconds(10)) }
        #expect(again == shown)
        let isShown = sampler.shows(TurnID(millisecondsSince1970: 1000), at: now + .seconds(1))
        #expect(isShown)
        let others = (0..<1000).count { _ in sampler.shows(nil, at: now + .seconds(1)) }
        #expect(others == Int(MessageSampler.othersPerSecond))
    }

    @Test("a page that does not read gets a report on what it was not sent, and is closed before its queue grows large")
    func queue() {
        let queue = PageQueue()
        let text = String(repeating: "x", count: 60_000)
        for _ in 0..<100 { queue.add(message: text, "speech.partial") }
        queue.reportLeftOut()
        let frames = queue.take()
        #expect(frames.count == PageQueue.maximumBytes / 60_000 + 1)
        #expect(frames.last == .text(#"{"console":{"leftOut":{"speech.partial":\#(100 - frames.count + 1)}}}"#))
        #expect(queue.take().isEmpty)
        for _ in 0..<100 { queue.add(.binary([UInt8](repeating: 0, count: 60_000))) }
        let end = queue.take()
        guard end.count == 1, case .close(1008, _)? = end.first else {
            Issue.record("it is not closed")
            return
        }
    }

    @Test("answers wait for a page that takes them slowly, also after one that is larger than all that may wait")
    func answers() async {
        let queue = PageQueue()
        let large = PageQueue.Frame.binary([UInt8](repeating: 0, count: PageQueue.maximumAnswerBytes + 1))
        await queue.add(answer: large)
        let second = Task { await queue.add(answer: .text("second")) }
        // The console's own messages go on meanwhile.
        queue.add(.text("own"))
        #expect(queue.take() == [large, .text("own")])
        await second.value
        let third = Task { await queue.add(answer: large) }
        #expect(queue.take() == [.text("second")])
        await third.value
        #expect(queue.take() == [large])
        #expect(!queue.isClosed)
    }

    @Test("an answer that waits for room is dropped with its question")
    func droppedAnswer() async {
        let queue = PageQueue()
        let large = PageQueue.Frame.binary([UInt8](repeating: 0, count: PageQueue.maximumAnswerBytes))
        await queue.add(answer: large)
        let second = Task { await queue.add(answer: large) }
        second.cancel()
        await second.value
        #expect(queue.take().count == 1)
    }

    @Test("a page gets its own conversation, statuses, and what it watches; sound only if it names it")
    func view() throws {
        func choice(_ view: PageView, _ kind: Kind, _ session: String) -> PageView.Choice {
            view.choice(
                Header(
                    kind: kind, session: Session(rawValue: session)!, source: Source("a/b")!, run: 1, sequence: 0, at: 0
                )
            )
        }
        var view = PageView(conversation: Session(rawValue: "hall")!)
        #expect(choice(view, "speech.partial", "hall") == .sent)
        #expect(choice(view, "audio.input", "hall") == .unwanted)
        #expect(choice(view, "speech.partial", "attic") == .unwanted)
        #expect(choice(view, "stage.status", "attic") == .sent)
        view.watched = PageView.Watched()
        #expect(choice(view, "speech.partial", "attic") == .mayBeLeftOut)
        #expect(choice(view, "audio.input", "attic") == .unwanted)
        view.watched?.kinds = [try KindPattern("audio.*")]
        #expect(choice(view, "audio.input", "attic") == .mayBeLeftOut)
        #expect(choice(view, "speech.partial", "attic") == .unwanted)
        view.watched?.session = Session(rawValue: "hall")
        #expect(choice(view, "audio.input", "attic") == .unwanted)
    }

    @Test("a page has a session of its own, never that of a room")
    func session() {
        #expect(ConsoleStage.session(in: "/bus?page=0123456789abcdef").rawValue == "page-0123456789abcdef")
        for target in [
            "/bus", "/bus?page=default", "/bus?page=0123", "/bus?page=0123456789ABCDEF", "/bus?page=../../etc",
        ] {
            let session = ConsoleStage.session(in: target).rawValue
            #expect(session.hasPrefix("page-") && !session.contains("default") && session != "page-0123")
        }
    }
}
