import SaybusBus
import SaybusMessages
import SaybusPatternMatching
import SaybusStage
import SaybusSupport
import Synchronization

/// The distributor of the bus' messages to the pages that are open.
///
/// Each message is written as JSON once, however many pages get it. While no page is open, only statuses and catalogs
/// are received.
final class Feed: Sendable {
    /// The most stages whose newest status is kept for pages that are opened later.
    static let mostStages = 1024

    private struct Reader {
        let queue: PageQueue
        var view: PageView
        var thinner = Thinner()
        var menu: [CommandMenu.Item]?
    }

    private struct State {
        var readers: [Int: Reader] = [:]
        var next = 0
        var statuses: [Source: (text: String, isGone: Bool)] = [:]
        var catalogs = CatalogRegistry()
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

    /// Adds a page, and sends it the newest status of each stage and the menu.
    /// - Returns: Its number, for ``change(_:_:)`` and ``remove(_:)``.
    func add(_ queue: PageQueue, _ view: PageView) -> Int {
        let number = state.withLock { state in
            state.next += 1
            for status in state.statuses.values { queue.add(message: status.text, StageStatus.kind) }
            state.readers[state.next] = Reader(queue: queue, view: view)
            return state.next
        }
        count.change { $0 += 1 }
        menuChange.yield()
        return number
    }

    /// Changes what a page wants.
    func change(_ number: Int, _ change: (inout PageView) -> Void) {
        state.withLock { if $0.readers[number] != nil { change(&$0.readers[number]!.view) } }
        menuChange.yield()
    }

    /// Removes a page.
    func remove(_ number: Int) {
        if state.withLock({ $0.readers.removeValue(forKey: number) }) != nil { count.change { $0 -= 1 } }
    }

    /// Distributes messages until the task is cancelled.
    /// - Parameter base: The subscription to statuses and catalogs, which was made before the stage was ready.
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
                let start = ContinuousClock.now
                for await case .message(let message) in messages {
                    self.distribute(message, at: (ContinuousClock.now - start) / .seconds(1))
                }
            }
            group.addTask { await self.count.wait { $0 == 0 } }
            await group.next()
            messages.end()
            group.cancelAll()
            sounds.clear()
        }
    }

    private func distribute(_ message: RawMessage, at now: Double) {
        let (queues, isWatched) = state.withLock { state in
            var queues: [PageQueue] = []
            var isWatched = false
            for number in state.readers.keys {
                guard var reader = state.readers[number] else { continue }
                isWatched = isWatched || reader.view.watched != nil
                switch reader.view.choice(message.header) {
                case .sent: queues.append(reader.queue)
                case .unwanted: break
                case .mayBeLeftOut:
                    let isShown = reader.thinner.shows(message.header.turn, at: now)
                    state.readers[number] = reader
                    if isShown { queues.append(reader.queue) } else { reader.queue.leaveOut(message.header.kind) }
                }
            }
            return (queues, isWatched)
        }
        if isWatched, message.header.kind == AudioInput.kind { sounds.record(message) }
        guard !queues.isEmpty else { return }
        let text = MessageText.json(message)
        for queue in queues { queue.add(message: text, message.header.kind) }
    }

    /// Keeps a status or a catalog.
    private func record(_ message: RawMessage, _ bus: Bus) {
        let hasChanged = state.withLock { state in
            if message.header.kind == StageStatus.kind, let status = bus.read(message, as: StageStatus.self)?.body,
                let source = Source(role: status.role, instance: status.instance)
            {
                if state.statuses[source] == nil, state.statuses.count >= Self.mostStages {
                    guard let gone = state.statuses.first(where: { $0.value.isGone })?.key else { return false }
                    state.statuses[gone] = nil
                }
                state.statuses[source] = (MessageText.json(message), status.state.isGone)
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
                for number in state.readers.keys {
                    guard let reader = state.readers[number] else { continue }
                    let menu = CommandMenu(catalogs, in: reader.view.conversation).items
                    guard menu != reader.menu else { continue }
                    state.readers[number]?.menu = menu
                    reader.queue.add(.text(ConsoleReport.menu(reader.view.conversation, menu).json))
                }
            }
            // Questions change what can be said several times a second; nobody reads faster than this.
            do { try await Task.sleep(for: .milliseconds(200)) } catch { return }
        }
    }
}
