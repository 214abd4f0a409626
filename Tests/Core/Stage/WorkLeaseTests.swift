import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("What an instance may begin, and what it has in hand")
struct DutyTests {
    private func header(_ at: Int64 = 0) -> Header {
        Header(
            kind: SpeechIntent.kind, session: .default, source: Source(role: "intent", instance: "a")!, run: 1,
            sequence: 0, at: at)
    }

    @Test(
        "nothing is begun before the work is its own, nor after it has stopped; what it began is in hand, the oldest first"
    )
    func inHand() {
        var duty = WorkLease()
        let messages = (0..<4).map { header(Int64(4 - $0)) }
        expectEqual(duty.begin(messages[0], nil, now: 0), .decline)
        duty.start()
        for message in messages { expectEqual(duty.begin(message, nil, now: 0), .take) }
        duty.end(messages[1].id)
        expectEqual(duty.stop().map(\.id), [messages[3].id, messages[2].id, messages[0].id])
        expectEqual(duty.begin(header(), nil, now: 0), .decline)
        #expect(!duty.isOn)
        // What was in hand is finished all the same.
        duty.end(messages[0].id)
        expectEqual(duty.stop().count, 2)
    }

    @Test("whose beats do not come back begins nothing after two and a half seconds, until they do")
    func lease() {
        var duty = WorkLease()
        duty.start(leaseEnds: WorkLease.lease)
        expectEqual(duty.begin(header(), nil, now: 2499), .take)
        expectEqual(duty.begin(header(), nil, now: 2500), .decline)
        duty.renew(beat: 1000, now: 2600)
        expectEqual(duty.begin(header(), nil, now: 3499), .take)
        // A beat cannot be from the future.
        duty.renew(beat: .max, now: 3000)
        expectEqual(duty.begin(header(), nil, now: 5500), .decline)
        var free = WorkLease()
        free.start()
        free.renew(beat: 0, now: 0)
        expectEqual(free.begin(header(), nil, now: .max - 1), .take)
    }

    @Test("what passed the broker before the moment of taking over was the predecessor's; what comes again is ours")
    func since() {
        var duty = WorkLease()
        duty.start(since: Stamp(offset: 10, epoch: 1, at: 0))
        expectEqual(duty.begin(header(), Stamp(offset: 9, epoch: 1, at: 0), now: 0), .tooEarly)
        expectEqual(duty.verdict(Stamp(offset: 10, epoch: 1, at: 0), now: 0), .tooEarly)
        expectEqual(duty.begin(header(), Stamp(offset: 11, epoch: 1, at: 0), now: 0), .take)
        // A broker that was started again counts anew.
        expectEqual(duty.begin(header(), Stamp(offset: 1, epoch: 2, at: 0), now: 0), .take)
    }
}
