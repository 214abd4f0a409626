import SaybusBus
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusSupport
import Synchronization

/// The distributor of the bus' messages to the pages that are open.
///
/// Each message is written as JSON once, however many pages get it. While no page is open, only statuses and catalogs
/// are received, and questions.
final class Feed: Sendable {
    /// The most stages whose newest status is kept for pages that are opened later.
    static let maximumStages = 1024
    /// The time without any status after which the bus counts as lost. The broker publishes one each second.
    static let silenceLimit = Duration.seconds(4)

    private struct Reader {
        let number: Int
        let queue: PageQueue
        var view: PageView
        var sampler = MessageSampler()
        var menu: [CommandMenu.Item]?
    }

    private struct State {
        /// The readers by number. They are changed in place: a copy of one copies all that its sampler knows.
        var readers: [Reader] = []
        var next = 0
        var statuses: [Source: (text: String, isGone: Bool)] = [:]
        /// The time of the newest message of the base subscription.
        var heard = ContinuousClock.now
        var catalogs = CatalogRegistry()
        var questions = PendingQuestions()
    }

    /// The sound of the turns that passed while somebody watched.
    let sounds = TurnSounds()
    private let state = Mutex(State())
    private let count = Watched(0)
    private let menuChanges: AsyncStream<Void>
    private let menuChange: AsyncStream<Void>.Continuation

    init() { (menuChanges, menuChange) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

    /// The newest catalog of each app.
    var catalogs: [Catalog] { state.withLock { $0.catalogs.all } }

    /// Whether the bus has been silent for so long that its broker must hang, although the connection stands.
    var isSilent: Bool { state.withLock { ContinuousClock.now - $0.heard > Self.silenceLimit } }

    /// Adds a page, and sends it the newest status of each stage and the menu.
    /// - Returns: Its number, for ``change(_:_:)`` and ``remove(_:)``.
    func add(_ queue: PageQueue, _ view: PageView) -> Int {
        let number = state.withLock { state in
            state.next += 1
            for status in state.statuses.values { queue.add(message: status.text, StageStatus.kind) }
            state.readers.append(Reader(number: state.next, queue: queue, view: view))
            return state.next
        }
        count.change { $0 += 1 }
        menuChange.yield()
        return number
    }

    /// Shows a page a conversation, and sends it the question that waits for an answer there.
    func show(_ conversation: Session, to number: Int) {
        change(number) { $0.conversation = conversation }
        state.withLock { state in
            guard let reader = state.readers.first(where: { $0.number == number }),
                let question = state.questions[conversation]
            else { return }
            reader.queue.add(message: question, VoiceRequestStatus.kind)
        }
    }

    /// Changes what a page is shown; does nothing when the page has gone.
    func change(_ number: Int, _ change: (inout PageView) -> Void) {
        state.withLock { state in
            guard let index = state.readers.firstIndex(where: { $0.number == number }) else { return }
            change(&state.readers[index].view)
        }
        menuChange.yield()
    }

    /// Removes a page.
    func remove(_ number: Int) {
        let isRemoved = state.withLock { state in
            guard let index = state.readers.firstIndex(where: { $0.number == number }) else { return false }
            state.readers.remove(at: index)
            return true
        }
        if isRemoved { count.change { $0 -= 1 } }
    }

    /// Distributes messages until the task is cancelled.
    /// - Parameter base: The subscription to statuses, catalogs and questions, which was made before the stage
    ///   was ready.
    func run(_ base: RawSubscription, on bus: Bus) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await case .message(let message) in base { self.record(message, bus) } }
            group.addTask { await self.sendMenus() }
            while !Task.isCancelled {
                await count.wait { $0 > 0 }
                guard !Task.isCancelled else { break }
                await distribute(bus.subscribeToAll(buffer: 16_384))
            }
            group.cancelAll()
        }
    }

    /// Distributes the messages of a subscription while a page is open.
    private func distribute(_ messages: RawSubscription) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                for await case .message(let message) in messages { self.distribute(message, at: .now) }
            }
            group.addTask { await self.count.wait { $0 == 0 } }
            await group.next()
            messages.end()
            group.cancelAll()
            sounds.clear()
        }
    }

    private func distribute(_ message: RawMessage, at now: ContinuousClock.Instant) {
        let (queues, isWatched) = state.withLock { state in
            var queues: [(queue: PageQueue, isUrgent: Bool)] = []
            var isWatched = false
            for index in state.readers.indices {
                isWatched = isWatched || state.readers[index].view.watched != nil
                switch state.readers[index].view.choice(message.header) {
                case .sent: queues.append((state.readers[index].queue, message.header.kind != StageStatus.kind))
                case .unwanted: break
                case .mayBeLeftOut:
                    if state.readers[index].sampler.shows(message.header.turn, at: now) {
                        queues.append((state.readers[index].queue, false))
                    } else {
                        state.readers[index].queue.leaveOut(message.header.kind)
                    }
                }
            }
            return (queues, isWatched)
        }
        if isWatched, message.header.kind == AudioInput.kind { sounds.record(message) }
        guard !queues.isEmpty else { return }
        let text = MessageText.json(message)
        for (queue, isUrgent) in queues { queue.add(message: text, message.header.kind, isUrgent: isUrgent) }
    }

    /// Keeps a status, a catalog or a question.
    private func record(_ message: RawMessage, _ bus: Bus) {
        state.withLock { $0.heard = .now }
        if message.header.kind == VoiceRequestStatus.kind {
            guard let question = bus.read(message, as: VoiceRequestStatus.self) else { return }
            return state.withLock { $0.questions.apply(question, text: MessageText.json(message)) }
        }
        let hasChanged = state.withLock { state in
            if message.header.kind == StageStatus.kind, let status = bus.read(message, as: StageStatus.self)?.body,
                let source = Source(role: status.role, instance: status.instance)
            {
                if state.statuses[source] == nil, state.statuses.count >= Self.maximumStages {
                    guard let gone = state.statuses.first(where: { $0.value.isGone })?.key else { return false }
                    state.statuses[gone] = nil
                }
                state.statuses[source] = (MessageText.json(message), status.state.isGone)
                if status.state.isGone { state.questions.remove(of: source) }
            }
            return state.catalogs.update(message, from: bus)
        }
        if hasChanged { menuChange.yield() }
    }

    /// Sends each page its menu when that has changed.
    private func sendMenus() async {
        for await _ in menuChanges {
            state.withLock { state in
                let catalogs = state.catalogs.all
                for index in state.readers.indices {
                    let conversation = state.readers[index].view.conversation
                    let menu = CommandMenu(catalogs, in: conversation).items
                    guard menu != state.readers[index].menu else { continue }
                    state.readers[index].menu = menu
                    state.readers[index].queue.add(.text(ConsoleReport.menu(conversation, menu).json))
                }
            }
            // Questions change what can be said several times a second; nobody reads faster than this.
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }
}
