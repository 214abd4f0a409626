import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusSupport

/// The performer of a relay's actions, on the bus and on the line.
///
/// It has a thread of its own, since sending on a line that is full may block.
actor LinkRunner<Relay: LinkRelay> {
    /// The time between two looks at the clock.
    static var pulse: Duration { .milliseconds(100) }
    /// The time that the turns in progress get when the program is told to stop.
    static var drainTime: Duration { .milliseconds(900) }

    private let executor = SerialQueueExecutor(label: "saybus-link")
    /// The queue of calls that wait for the server.
    let queue = SerialQueueExecutor(label: "saybus-link-streams")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let configuration: LinkConfiguration
    let context: StageContext
    var relay: Relay
    var client: NATSClient?
    var receiver: LineReceiver?
    var isConnected = false
    var isDraining = false
    var isReopening = false
    /// Whether no turn is in progress, when the program is told to stop.
    let idle = Watched(false)
    var cut: String? = SiteRelay.notYet
    /// The reason not to use the server that is connected; nil when there is none.
    var danger: String?
    var unchecked = UncheckedMessages()
    var setup: Task<Void, Never>?
    var setupProblem: String?
    var shown: String?
    /// The failure with which the stage ends: settings that libnats refuses.
    var failure: (any Error)?
    /// The numbers of refusals of the server, by its words.
    var serverRefusals = RefusalCounts()
    /// The broker's run, to notice its restart.
    var epoch: UInt32?
    var lastTick = SteadyClock.microseconds()
    let started = SteadyClock.microseconds()
    /// The inbox of answers.
    let inbox: String
    /// The last question for each role: when by the steady clock, and by the broker's.
    var asked: [Role: (at: Int64, time: Int64)] = [:]
    var standIns: [Role: StandIn] = [:]
    var standInSequences: [Role: Int] = [:]
    private var beats = StandInBeats()
    /// Microseconds by which the broker's clock was ahead of the steady one at the last look; nil before.
    private var clockDifference: Int64?

    init(_ relay: Relay, _ configuration: LinkConfiguration, _ context: StageContext) {
        (self.relay, self.configuration, self.context) = (relay, configuration, context)
        inbox = "\(configuration.settings.inbox).\(context.bus.run)"
    }

    /// Handles a message of the bus.
    func apply(_ message: RawMessage) {
        if let now = message.stamp?.epoch, now != epoch {
            if epoch != nil { perform(relay.busReturned()) }
            epoch = now
        }
        perform(relay.receive(message, life: life(message.header), now: SteadyClock.microseconds()))
    }

    func life(_ header: Header) -> Int64 {
        guard let left = context.bus.time(untilDeadlineOf: header) else { return Outbox.defaultLife }
        return min(max(-1, left.microseconds), 3_600_000_000)
    }

    // MARK: Time

    /// Performs the due actions.
    func tick(overflowing: Int) {
        let now = SteadyClock.microseconds()
        // The program stood still, so that answers may wait unread.
        let isBehind = now - lastTick > 2_000_000
        lastTick = now
        lookAtClock(now: now)
        relay.counters.dropped += overflowing
        perform(relay.tick(now: now, isBehind: isBehind))
        if !isDraining, beats.isDue(now: now, isBusThere: context.bus.isConnected) {
            for (role, standIn) in standIns { publish(standIn, as: role) }
        }
        showStatus()
    }

    /// Notices that this site's clock was set: until the next answer of another site, times would be wrong by as much.
    private func lookAtClock(now: Int64) {
        let difference = context.bus.now - now
        defer { clockDifference = difference }
        guard let former = clockDifference else { return }
        let change = difference.subtractingReportingOverflow(former).partialValue
        guard change.magnitude >= UInt64(SiteRelay.minimumOffset) else { return }
        // Questions on their way have the former time.
        asked = [:]
        relay.clockWasSet(by: change, now: now)
    }

    /// Takes no more turns, and waits until those in progress have ended, for a second at most.
    func drain() async {
        isDraining = true
        for (role, standIn) in standIns where standIn.isReady { publish(standIn, as: role, state: .draining) }
        perform(relay.drain())
        let idle = idle
        _ = await idle.wait(within: Self.drainTime) { $0 }
    }

    /// Ends the connection.
    func close() {
        isDraining = true
        setup?.cancel()
        for (role, standIn) in standIns { publish(standIn, as: role, state: .stopped) }
        let client = client
        self.client = nil
        if isConnected {
            client?.close()
        } else {
            // libnats may be connecting again, and keeps the connection's lock meanwhile.
            SerialQueueExecutor(label: "saybus-link-end").async { client?.close() }
        }
        context.logger.notice("the link ends", metadata: ["counters": "\(relay.counters.summary)"])
    }

}
