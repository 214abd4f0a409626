import SaybusExpectations
import SaybusMessages
import SaybusZeroMQ
import Testing

@testable import SaybusBus

func header(
    _ sequence: Int = 0, id: MessageID = MessageID(), kind: Kind = "speech.transcript", run: UInt32 = 1,
    role: Role = .transcribe
) -> Header {
    Header(
        id: id, kind: kind, session: .default, source: Source(role: role, instance: "a")!, run: run, sequence: sequence)
}

@Suite("Tracking of received messages, stages and connections")
struct DeliveryTests {
    @Test("missing numbers are counted as a gap, an older number is a repetition, and a new run starts over")
    func gaps() {
        var tracker = SequenceTracker()
        expectEqual(tracker.receive(header(5)), .inOrder)
        expectEqual(tracker.receive(header(6)), .inOrder)
        expectEqual(tracker.receive(header(9)), .gap(2))
        expectEqual(tracker.receive(header(7)), .again)
        expectEqual(tracker.receive(header(0, run: 2)), .inOrder)
    }

    @Test("missing numbers before a stored retained message are not a loss, but between new messages they are")
    func keptIsNoLoss() {
        var tracker = SequenceTracker()
        func receive(_ sequence: Int, agoMs: Int64) -> SequenceTracker.Verdict {
            var header = header(sequence)
            header.retain = true
            let stamp = Stamp(offset: 1, epoch: 1, at: 100_000_000 - agoMs * 1_000)
            return tracker.receive(RawMessage(header: header, body: [], stamp: stamp), now: 100_000_000)
        }
        // First stored messages, then new ones.
        expectEqual(receive(5, agoMs: 30_000), .inOrder)
        expectEqual(receive(5, agoMs: 30_000), .again)
        expectEqual(receive(9, agoMs: 20_000), .inOrder)
        expectEqual(receive(30, agoMs: 300), .inOrder)
        expectEqual(receive(31, agoMs: 0), .inOrder)
        expectEqual(receive(33, agoMs: 0), .gap(1))
        // In a stream that is followed, late messages are delayed ones, not stored ones.
        expectEqual(receive(34, agoMs: 2_000), .inOrder)
        expectEqual(receive(37, agoMs: 1_000), .inOrder)
        expectEqual(receive(5, agoMs: 60_000), .again)
        expectEqual(receive(38, agoMs: 0), .inOrder)
    }

    @Test("numbers missing while a topic was not subscribed to are no loss, and those after it and of other topics are")
    func interrupted() {
        var tracker = SequenceTracker()
        expectEqual(tracker.receive(header(5)), .inOrder)
        expectEqual(tracker.receive(header(5, kind: "speech.intent")), .inOrder)
        tracker.interrupt { $0.kind == "speech.transcript" }
        expectEqual(tracker.receive(header(4)), .again)
        expectEqual(tracker.receive(header(9)), .inOrder)
        expectEqual(tracker.receive(header(12)), .gap(2))
        expectEqual(tracker.receive(header(8, kind: "speech.intent")), .gap(2))
        // The stored messages that come first with a new subscription.
        tracker.interrupt { _ in true }
        func receive(_ sequence: Int) -> SequenceTracker.Verdict {
            var header = header(sequence)
            header.retain = true
            let stamp = Stamp(offset: 1, epoch: 1, at: 70_000_000)
            return tracker.receive(RawMessage(header: header, body: [], stamp: stamp), now: 100_000_000)
        }
        for (sequence, verdict) in [(10, .again), (20, .inOrder), (25, .inOrder)] as [(Int, SequenceTracker.Verdict)] {
            expectEqual(receive(sequence), verdict)
        }
        expectEqual(tracker.receive(header(30)), .inOrder)
        expectEqual(tracker.receive(header(32)), .gap(1))
    }

    @Test("a subscription resumes topics only after one has ended, and no other subscription has them meanwhile")
    func resumed() {
        var subscriptions = RefusedSubscriptions()
        let (all, partials) = ([UInt8](), Topic.prefix("speech.partial"))
        subscriptions.subscribed([partials])
        #expect(!subscriptions.mayResume([all]))
        subscriptions.subscribed([all])
        subscriptions.unsubscribed([all])
        #expect(subscriptions.mayResume([all]) && !subscriptions.mayResume([partials]))
        #expect(subscriptions.covers(Topic("speech.partial").bytes))
        #expect(!subscriptions.covers(Topic("speech.transcript").bytes))
        subscriptions.subscribed([all])
        #expect(!subscriptions.mayResume([Topic.prefix("speech.transcript")]))
    }

    @Test("extreme sequence numbers are counted without overflow")
    func wildNumbers() {
        var tracker = ReceiveTracker()
        for sequence in [Int.min, .max, 0, -5, .max, .min] {
            for run in 0..<3 {
                _ = tracker.receive(RawMessage(header: header(sequence, run: UInt32(run)), body: []))
            }
        }
        #expect(tracker.counters.lost == 0)
    }

    @Test("a sequence number far from the expected one counts no loss, and later messages are counted as before")
    func farNumbers() {
        for wild in [Int.max, Int.max - 1, 1 << 40, Int.min] {
            var tracker = ReceiveTracker()
            func receive(_ number: Int) { _ = tracker.receive(RawMessage(header: header(number), body: [])) }
            for number in [5, 6, wild, 7, 8, 10] { receive(number) }
            #expect(tracker.counters.lost == 1, "after \(wild)")
            // Also when it is the first that is heard of the publisher.
            tracker = ReceiveTracker()
            for number in [wild, 7, 8, 11, wild] { receive(number) }
            #expect(tracker.counters.lost == 2, "after \(wild)")
        }
    }

    @Test("a turn's end is no copy of a message with the turn's id, and counts once")
    func endOfTurn() {
        // As MQTT's bridge makes turns, and as others may.
        for turn in [{ TurnID(besides: $0) }, { TurnID($0) }] as [(MessageID) -> TurnID] {
            var tracker = ReceiveTracker()
            let other = header(0)
            let id = MessageID()
            func receive(_ kind: Kind, _ id: MessageID, turn: TurnID) -> ReceiveTracker.Verdict {
                let header = Header(
                    id: id, kind: kind, session: other.session, turn: turn, source: other.source, run: other.run,
                    sequence: 0)
                return tracker.receive(RawMessage(header: header, body: []))
            }
            let turn = turn(id)
            expectEqual(receive(SpeechTranscript.kind, id, turn: turn), .deliver)
            expectEqual(receive(TurnEnded.kind, MessageID(turn), turn: turn), .deliver)
            expectEqual(receive(TurnEnded.kind, MessageID(turn), turn: turn), .repeated(isTracked: false))
            expectEqual(receive(SpeechTranscript.kind, id, turn: turn), .repeated(isTracked: true))
        }
    }

    @Test("a repeated message is handled twice only if it describes a state, whatever its header says")
    func repeatedState() {
        func isRepeated(_ kind: Kind) -> Bool {
            var tracker = ReceiveTracker()
            var header = header(kind: kind)
            header.retain = true
            let message = RawMessage(header: header, body: [])
            expectEqual(tracker.receive(message), .deliver)
            return tracker.receive(message) != .deliver
        }
        #expect(isRepeated(SpeechTranscript.kind) && isRepeated(SpeechTranscript.kind.shadow))
        #expect(!isRepeated(StageStatus.kind) && !isRepeated("weather.state"))
    }

    @Test("the trackers forget the oldest entries and stay bounded")
    func bounds() {
        var handled = HandledMessages(capacity: 10)
        let ids = (0..<1000).map { _ in MessageID() }
        for id in ids { expectEqual(handled.insert(id), true) }
        expectEqual(handled.insert(ids[999]), false)
        expectEqual(handled.insert(ids[990]), false)
        expectEqual(handled.insert(ids[0]), true)
        var tracker = SequenceTracker(capacity: 4)
        for run in 0..<100 { expectEqual(tracker.receive(header(3, run: UInt32(run))), .inOrder) }
        expectEqual(tracker.receive(header(9, run: 99)), .gap(5))
    }

    @Test("a stage arrives when it becomes ready, and again with another run or after it was lost")
    func presence() {
        var presence = Presence()
        func status(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: .intent, instance: "one", state: state, pid: 1, uptimeMs: 0)
        }
        expectEqual(presence.update(status(.starting), run: 1), nil)
        expectEqual(presence.update(status(.ready), run: 1), Presence.Arrival(role: .intent))
        expectEqual(presence.update(status(.ready), run: 1), nil)
        expectEqual(presence.update(status(.ready), run: 2), Presence.Arrival(role: .intent))
        expectEqual(presence.update(status(.lost), run: 77), nil)
        #expect(!presence.isReady(.intent))
        expectEqual(presence.update(status(.ready), run: 2), Presence.Arrival(role: .intent))
        #expect(presence.isReady(.intent))
    }

    @Test("a former run that drains or ends says nothing of the run that has its name, unless that one is silent")
    func overlap() {
        var presence = Presence()
        func update(_ state: StageStatus.State, run: UInt32, atSecond second: Int64, uptimeMs: Int) -> Presence.Arrival?
        {
            let status = StageStatus(role: .intent, instance: "one", state: state, pid: 1, uptimeMs: uptimeMs)
            return presence.update(status, run: run, at: 0, stamp: second * 1_000_000)
        }
        expectEqual(update(.ready, run: 1, atSecond: 100, uptimeMs: 60_000), Presence.Arrival(role: .intent))
        expectEqual(update(.ready, run: 2, atSecond: 101, uptimeMs: 500), Presence.Arrival(role: .intent))
        for state in [StageStatus.State.draining, .stopped, .failed] {
            expectEqual(update(state, run: 1, atSecond: 102, uptimeMs: 62_000), nil)
            expectEqual(presence.isReady(.intent), true)
        }
        expectEqual(update(.ready, run: 2, atSecond: 103, uptimeMs: 2500), nil)
        // The broker repeats the last status of a run that it reports as lost.
        expectEqual(update(.lost, run: 77, atSecond: 106, uptimeMs: 2500), nil)
        expectEqual(presence.isReady(.intent), false)
        expectEqual(update(.ready, run: 1, atSecond: 107, uptimeMs: 67_000), Presence.Arrival(role: .intent))
        // A later run that dies without a word.
        expectEqual(update(.ready, run: 3, atSecond: 108, uptimeMs: 0), Presence.Arrival(role: .intent))
        expectEqual(update(.ready, run: 1, atSecond: 112, uptimeMs: 72_000), Presence.Arrival(role: .intent))
    }

    @Test("a run is over by its own end, by the loss of its program, and by a later run, but not by an older one")
    func signs() {
        let run = ProgramRun(header(role: .intent))
        let broker = Source(role: .broker, instance: "broker")!
        func sign(
            _ state: StageStatus.State, run other: UInt32, of instance: String = "a", from publisher: Source? = nil,
            uptimeMs: Int = 60_000
        ) -> ProgramRun.Sign? {
            let source = publisher ?? run.source
            let header = Header(kind: StageStatus.kind, session: .default, source: source, run: other, sequence: 0)
            let body = StageStatus(role: .intent, instance: instance, state: state, pid: 1, uptimeMs: uptimeMs)
            return run.sign(in: Message(header: header, body: body))
        }
        #expect(sign(.draining, run: 1) == .alive)
        #expect(sign(.stopped, run: 1) == .ended && sign(.failed, run: 1) == .ended)
        #expect(sign(.lost, run: 7, from: broker) == .lost)
        #expect(sign(.starting, run: 2, uptimeMs: 0) == .replaced)
        #expect(sign(.draining, run: 2) == .namesake && sign(.stopped, run: 2) == .namesake)
        #expect(sign(.stopped, run: 2, uptimeMs: 0) == .namesake)
        #expect(sign(.lost, run: 7, of: "b", from: broker) == nil && sign(.ready, run: 7, from: broker) == nil)
        for uptime in [Int.min, .max] { #expect(sign(.ready, run: 2, uptimeMs: uptime) != nil) }
    }

    @Test("a connection rejoins only when both sides are back after a loss")
    func connection() {
        var connection = ConnectionStateMachine()
        func event(_ kind: ConnectionEvent.Kind) -> ConnectionEvent {
            ConnectionEvent(kind: kind, value: 0, endpoint: "ipc:///x")
        }
        expectEqual(connection.subscriber(event(.ready)), .nothing)
        expectEqual(connection.publisher(event(.ready)), .nothing)
        expectEqual(connection.publisher(event(.disconnected)), .nothing)
        expectEqual(connection.subscriber(event(.disconnected)), .lost)
        expectEqual(connection.subscriber(event(.ready)), .nothing)
        expectEqual(connection.publisher(event(.ready)), .rejoin)
        expectEqual(connection.publisher(event(.ready)), .nothing)
    }

    @Test("a lost connection of the subscriber is made again after 20 ms, then after pauses that double up to 250 ms")
    func pauses() {
        var connection = ConnectionStateMachine()
        func event(_ kind: ConnectionEvent.Kind) -> ConnectionEvent {
            ConnectionEvent(kind: kind, value: 0, endpoint: "ipc:///x")
        }
        _ = (connection.publisher(event(.ready)), connection.subscriber(event(.ready)))
        // libzmq itself connects a publisher again.
        expectEqual(connection.publisher(event(.disconnected)), .nothing)
        expectEqual(connection.publisher(event(.waiting)), .nothing)
        expectEqual(connection.takeReconnections(now: 0), [])
        #expect(connection.reconnectDue == nil)
        expectEqual(connection.subscriber(event(.disconnected)), .lost)
        expectEqual(connection.subscriber(event(.waiting)), .nothing)
        var now: Int64 = 0
        for pause: Int64 in [20_000, 40_000, 80_000, 160_000, 250_000, 250_000] {
            expectEqual(connection.takeReconnections(now: now), [])
            #expect(connection.reconnectDue == now + pause)
            now += pause
            expectEqual(connection.takeReconnections(now: now), [.subscriber])
            expectEqual(connection.subscriber(event(.waiting)), .nothing)
        }
        // A connection that is made meanwhile is left alone.
        expectEqual(connection.subscriber(event(.ready)), .nothing)
        expectEqual(connection.takeReconnections(now: .max / 2), [])
        expectEqual(connection.subscriber(event(.disconnected)), .lost)
        expectEqual(connection.takeReconnections(now: now), [])
        #expect(connection.reconnectDue == now + 20_000)
    }

    @Test("a refused connection is made again a second later, only on the sides that libzmq has given up")
    func refusedLink() {
        var connection = ConnectionStateMachine()
        func event(_ kind: ConnectionEvent.Kind) -> ConnectionEvent {
            ConnectionEvent(kind: kind, value: 0, endpoint: "tcp://a:1")
        }
        guard case .refused(let reason) = connection.publisher(event(.protocolFailed)) else {
            Issue.record("a broken protocol is a refusal")
            return
        }
        #expect(reason.contains("tcp://a:1") && reason.contains("--key") && connection.refusal == reason)
        expectEqual(connection.takeReconnections(now: 5), [])
        #expect(connection.reconnectDue == 1_000_005)
        expectEqual(connection.takeReconnections(now: 1_000_005), [.publisher])
        expectEqual(connection.takeReconnections(now: 9_000_000), [])
        expectEqual(connection.publisher(event(.ready)), .nothing)
        #expect(connection.refusal == nil)
        // One handshake broken off is no refusal; four in a row are.
        for _ in 0..<3 { expectEqual(connection.publisher(event(.handshakeFailed)), .nothing) }
        expectEqual(connection.publisher(event(.handshakeFailed)), .refused(reason))
        expectEqual(connection.takeReconnections(now: 9_000_000), [])
    }
}
