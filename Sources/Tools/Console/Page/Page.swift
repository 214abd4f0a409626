import NIOCore
import NIOWebSocket
import SaybusAudioOutput
import SaybusBus
import SaybusMessages
import SaybusPhrases
import SaybusStage
import SaybusSupport
import Synchronization

/// One open page: its WebSocket, what it watches, and its questions.
final class Page: Sendable {
    /// The messages a second that a page may send; sound is not counted among them.
    static let messagesPerSecond = 50.0
    /// The bytes of sound a second that a page may send: four times what a microphone gives.
    static let soundPerSecond = 4.0 * 32_000
    /// The most questions of a page that are answered at a time.
    static let maximumQuestions = 4
    /// The seconds after which a page is pinged, and after which a page that has sent nothing is closed.
    static let (pingTime, silenceTime) = (15.0, 45.0)
    /// The seconds in which a page must take its last frame.
    static let closeTime = 2.0
    /// The seconds after a report on the bus in which a message of a page that knows no later one is published. A page
    /// that hears nothing for as long gives up the connection, and puts the text back into its field.
    static let publishTime = 5.0

    private struct State {
        var messages = RateLimit(perSecond: messagesPerSecond, atMost: 4 * messagesPerSecond)
        var sound = RateLimit(perSecond: soundPerSecond, atMost: 2 * soundPerSecond)
        var heard = ContinuousClock.now
        var questions: [Int: Task<Void, Never>] = [:]
        var nextQuestion = 0
    }

    private let console: ConsoleServices
    private let queue = PageQueue()
    private let talk: PageTalk
    private let number: Int
    private let state = Mutex(State())
    private let started = ContinuousClock.now

    /// Creates the page with its own session, which it shows first.
    init(session: Session, _ console: ConsoleServices) {
        self.console = console
        talk = PageTalk(in: session, console, queue)
        queue.add(
            .text(
                ConsoleReport.hello(
                    session: session, version: ProjectVersion.current, bus: console.context.bus.address.url,
                    replies: Language.inUse.replies
                ).json))
        number = console.feed.add(queue, PageView(conversation: session))
    }

    /// Serves the page until it is closed.
    func run(_ channel: ConsoleServer.PageChannel) async throws {
        defer {
            console.feed.remove(number)
            talk.end()
            for task in state.withLock({ $0.questions.values }) { task.cancel() }
        }
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.read(inbound) }
                group.addTask { try await self.write(outbound) }
                group.addTask { try await self.tick() }
                defer { group.cancelAll() }
                try await group.next()
            }
        }
    }

    // MARK: Frames

    private func read(_ frames: NIOAsyncChannelInboundStream<WebSocketFrame>) async throws {
        for try await frame in frames {
            state.withLock { $0.heard = .now }
            switch frame.opcode {
            case .text: take(String(buffer: frame.unmaskedData))
            case .binary: hear(Array(buffer: frame.unmaskedData))
            case .ping: queue.add(.pong(Array(buffer: frame.unmaskedData)))
            // The page closes the connection when it has the answer, which the writer sends.
            case .connectionClose: queue.add(.close(1000, ""))
            default: break
            }
        }
    }

    private func write(_ frames: NIOAsyncChannelOutboundWriter<WebSocketFrame>) async throws {
        for await _ in queue.wakes {
            let waiting = queue.take()
            // One write for all of them, instead of a system call for each.
            try await frames.write(contentsOf: waiting.map(\.webSocket))
            if case .close? = waiting.last { return }
        }
    }

    /// Sends the waiting frames every tenth of a second. Twice a second, it sends the counts of omitted messages; each
    /// second, and when that has changed, whether there is a connection to the bus; now and then a ping. It writes
    /// nothing itself, since that would wait for a page that takes nothing.
    private func tick() async throws {
        var pinged = ContinuousClock.now
        var closed: ContinuousClock.Instant?
        var wasConnected = true
        for count in 1... {
            try await Task.sleep(for: .milliseconds(100))
            queue.flush()
            if queue.isClosed {
                let since = closed ?? .now
                if (ContinuousClock.now - since) / .seconds(1) > Self.closeTime { return }
                closed = since
            }
            guard count.isMultiple(of: 5) else { continue }
            queue.reportLeftOut()
            let isConnected = console.context.bus.isConnected && !console.feed.isSilent
            if isConnected != wasConnected || count.isMultiple(of: 10) {
                wasConnected = isConnected
                queue.add(.text(ConsoleReport.bus(isConnected: isConnected, at: Int(now * 1000)).json))
            }
            let quiet = (ContinuousClock.now - state.withLock { $0.heard }) / .seconds(1)
            if quiet > Self.silenceTime { return }
            if quiet > Self.pingTime, (ContinuousClock.now - pinged) / .seconds(1) > Self.pingTime {
                pinged = .now
                queue.add(.ping)
            }
        }
    }

    // MARK: Messages of the page

    private var now: Double { (ContinuousClock.now - started) / .seconds(1) }

    private func take(_ text: String) {
        guard state.withLock({ $0.messages.take(at: .now) }) else {
            return queue.add(.close(1008, "more than \(Int(Self.messagesPerSecond)) messages a second"))
        }
        do {
            switch try PageMessage(text) {
            case .watch(let watched): console.feed.change(number) { $0.watched = watched }
            case .conversation(let session): console.feed.show(session, to: number)
            case .talk(true): talk.begin()
            case .talk(false): talk.end()
            case .played(let playback): talk.sink?.receive(playback)
            case .publish(let kind, let session, let body, let number, let heard):
                try requireTimely(heard)
                publish(kind, session, body, number)
            case .ask(let question, let number): answer(question, number)
            }
        } catch {
            let number = PageMessage.number(in: text)
            queue.add(.text(ConsoleReport.refused(number: number, reason: error.description).json))
        }
    }

    /// Refuses a message that has waited too long, as in the connection to a console that stood still: its sender does
    /// not expect it to be carried out.
    private func requireTimely(_ heard: Int?) throws(PageError) {
        guard let heard else { return }
        let age = now - Double(heard) / 1000
        guard age <= Self.publishTime else {
            throw PageError(.refused, "this has come \(Int(age)) s too late to be carried out")
        }
    }

    private func publish(_ kind: Kind, _ session: Session, _ body: JSONValue, _ number: Int?) {
        do {
            let header = try PublishedByPage(bus: console.context.bus).publish(kind, in: session, body)
            queue.add(.text(ConsoleReport.published(number: number, id: header.id, turn: header.turn).json))
        } catch {
            queue.add(.text(ConsoleReport.refused(number: number, reason: "\(error)").json))
        }
    }

    /// Answers a question of the page beside its other work.
    private func answer(_ question: PageQuestion, _ number: Int?) {
        let isTaken = state.withLock { state in
            guard state.questions.count < Self.maximumQuestions else { return false }
            state.nextQuestion += 1
            let own = state.nextQuestion
            // Made with the lock held, so that it is there when its end removes it.
            state.questions[own] = Task { [weak self, console, queue] in
                do {
                    switch try await console.answers.answer(question) {
                    case .value(let value):
                        await queue.add(answer: .text(ConsoleReport.answer(number: number, value).json))
                    case .sound(let sound):
                        await queue.add(answer: .binary(SoundFrame.answer(sound, number: number)))
                    }
                } catch {
                    queue.add(.text(ConsoleReport.refused(number: number, reason: "\(error)").json))
                }
                self?.state.withLock { _ = $0.questions.removeValue(forKey: own) }
            }
            return true
        }
        if !isTaken {
            queue.add(.text(ConsoleReport.refused(number: number, reason: "one question after the other").json))
        }
    }

    private func hear(_ bytes: [UInt8]) {
        guard state.withLock({ $0.sound.take(Double(bytes.count), at: .now) }) else {
            return queue.add(.close(1008, "more sound than a microphone gives"))
        }
        guard let microphone = talk.microphone else { return }
        do {
            microphone.take(try SoundFrame.input(bytes))
        } catch {
            queue.add(.text(ConsoleReport.refused(number: nil, reason: error.description).json))
        }
    }
}

extension PageQueue.Frame {
    /// The frame as it is sent.
    fileprivate var webSocket: WebSocketFrame {
        switch self {
        case .text(let text): return WebSocketFrame(fin: true, opcode: .text, data: ByteBuffer(string: text))
        case .binary(let bytes): return WebSocketFrame(fin: true, opcode: .binary, data: ByteBuffer(bytes: bytes))
        case .ping: return WebSocketFrame(fin: true, opcode: .ping, data: ByteBuffer())
        case .pong(let bytes): return WebSocketFrame(fin: true, opcode: .pong, data: ByteBuffer(bytes: bytes))
        case .close(let code, let reason):
            var data = ByteBuffer(integer: code)
            data.writeString(reason)
            return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
        }
    }
}
