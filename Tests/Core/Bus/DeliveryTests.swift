import SaybusExpectations
import SaybusMessages
import SaybusZeroMQ
import Testing

@testable import SaybusBus

func header(
    _ sequence: Int = 0, id: MessageID = MessageID(), kind: Kind = "speech.transcript", run: UInt32 = 1,
    role: String = "transcribe"
) -> Header {
    Header(
        id: id, kind: kind, session: .default, source: Source(role: role, instance: "a")!, run: run, sequence: sequence)
}

@Suite("What is known of received messages")
struct DeliveryTests {
    @Test("a hole in the numbers is a gap of its size; an older number comes again; another run starts anew")
    func gaps() {
        var tracker = SequenceTracker()
        expectEqual(tracker.note(header(5)), .inOrder)
        expectEqual(tracker.note(header(6)), .inOrder)
        expectEqual(tracker.note(header(9)), .gap(2))
        expectEqual(tracker.note(header(7)), .again)
        expectEqual(tracker.note(header(0, run: 2)), .inOrder)
        expectEqual(tracker.note(header(.max)), .gap(Int.max - 10))
        expectEqual(tracker.note(header(.max)), .inOrder)
    }

    @Test("what the broker has kept for who comes late is no loss; what is missing between those of now is one")
    func keptIsNoLoss() {
        var tracker = SequenceTracker()
        func note(_ sequence: Int, agoMs: Int64) -> SequenceTracker.Verdict {
            var header = header(sequence)
            header.retain = true
            let stamp = Stamp(offset: 1, epoch: 1, at: 100_000_000 - agoMs * 1_000)
            return tracker.note(RawMessage(header: header, body: [], stamp: stamp), now: 100_000_000)
        }
        // Another's status by the broker, its own, and then what it says now.
        expectEqual(note(5, agoMs: 30_000), .inOrder)
        expectEqual(note(5, agoMs: 30_000), .again)
        expectEqual(note(9, agoMs: 20_000), .inOrder)
        expectEqual(note(30, agoMs: 300), .inOrder)
        expectEqual(note(31, agoMs: 0), .inOrder)
        expectEqual(note(33, agoMs: 0), .gap(1))
        // Who was held up finds those of meanwhile late.
        expectEqual(note(34, agoMs: 2_000), .inOrder)
        expectEqual(note(37, agoMs: 1_000), .inOrder)
        expectEqual(note(5, agoMs: 60_000), .again)
        expectEqual(note(38, agoMs: 0), .inOrder)
    }

    @Test("numbers that make no sense are counted, and harm nobody")
    func wildNumbers() {
        var inbox = ReceiveTracker()
        for sequence in [Int.min, .max, 0, -5, .max, .min] {
            for run in 0..<3 {
                _ = inbox.note(RawMessage(header: header(sequence, run: UInt32(run)), body: []))
            }
        }
        #expect(inbox.counters.lost == .max)
    }

    @Test("the trackers forget the oldest and stay small")
    func bounds() {
        var handled = HandledMessages(capacity: 10)
        let ids = (0..<1000).map { _ in MessageID() }
        for id in ids { expectEqual(handled.insert(id), true) }
        expectEqual(handled.insert(ids[999]), false)
        expectEqual(handled.insert(ids[990]), false)
        expectEqual(handled.insert(ids[0]), true)
        var tracker = SequenceTracker(capacity: 4)
        for run in 0..<100 { expectEqual(tracker.note(header(3, run: UInt32(run))), .inOrder) }
        expectEqual(tracker.note(header(9, run: 99)), .gap(5))
    }

    @Test("a stage has arrived when it becomes ready, and again with another run or after it was lost")
    func presence() {
        var presence = Presence()
        func status(_ state: StageStatus.State) -> StageStatus {
            StageStatus(role: "intent", instance: "one", state: state, pid: 1, uptimeMs: 0)
        }
        expectEqual(presence.note(status(.starting), run: 1), nil)
        expectEqual(presence.note(status(.ready), run: 1), Presence.Arrival(role: "intent"))
        expectEqual(presence.note(status(.ready), run: 1), nil)
        expectEqual(presence.note(status(.ready), run: 2), Presence.Arrival(role: "intent"))
        expectEqual(presence.note(status(.lost), run: 77), nil)
        #expect(!presence.isReady("intent"))
        expectEqual(presence.note(status(.ready), run: 2), Presence.Arrival(role: "intent"))
        #expect(presence.isReady("intent"))
    }

    @Test("a link rejoins only when both sides are back after a loss")
    func link() {
        var link = ConnectionStateMachine()
        func event(_ kind: ConnectionEvent.Kind) -> ConnectionEvent {
            ConnectionEvent(kind: kind, value: 0, endpoint: "ipc:///x")
        }
        expectEqual(link.subscriber(event(.ready)), .nothing)
        expectEqual(link.publisher(event(.ready)), .nothing)
        expectEqual(link.publisher(event(.disconnected)), .nothing)
        expectEqual(link.subscriber(event(.disconnected)), .lost)
        expectEqual(link.subscriber(event(.ready)), .nothing)
        expectEqual(link.publisher(event(.ready)), .rejoin)
        expectEqual(link.publisher(event(.ready)), .nothing)
    }

    @Test("a link that was refused is made again a second later, and only what libzmq has given up")
    func refusedLink() {
        var link = ConnectionStateMachine()
        func event(_ kind: ConnectionEvent.Kind) -> ConnectionEvent {
            ConnectionEvent(kind: kind, value: 0, endpoint: "tcp://a:1")
        }
        guard case .refused(let reason) = link.publisher(event(.protocolFailed)) else {
            Issue.record("a broken protocol is a refusal")
            return
        }
        #expect(reason.contains("tcp://a:1") && reason.contains("--key") && link.refusal == reason)
        expectEqual(link.takeRefused(now: 5), [])
        #expect(link.reconnectDue == 1_000_005)
        expectEqual(link.takeRefused(now: 1_000_005), [.publisher])
        expectEqual(link.takeRefused(now: 9_000_000), [])
        expectEqual(link.publisher(event(.ready)), .nothing)
        #expect(link.refusal == nil)
        // A broker that stops in mid-handshake is no refusal; one that never finishes any is.
        for _ in 0..<3 { expectEqual(link.publisher(event(.handshakeFailed)), .nothing) }
        expectEqual(link.publisher(event(.handshakeFailed)), .refused(reason))
        expectEqual(link.takeRefused(now: 9_000_000), [])
    }
}
