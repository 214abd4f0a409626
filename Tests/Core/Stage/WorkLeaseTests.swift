import SaybusExpectations
import SaybusMessages
import Testing

@testable import SaybusStage

@Suite("Work lease")
struct WorkLeaseTests {
    private func header(_ at: Int64 = 0) -> Header {
        Header(
            kind: SpeechIntent.kind, session: .default, source: Source(role: .intent, instance: "a")!, run: 1,
            sequence: 0, at: at)
    }

    @Test(
        "work begins only between start and stop; messages in progress are returned, the oldest first"
    )
    func inProgress() {
        var lease = WorkLease()
        let messages = (0..<4).map { header(Int64(4 - $0)) }
        expectEqual(lease.begin(messages[0], nil, now: 0), .decline)
        lease.start()
        for message in messages { expectEqual(lease.begin(message, nil, now: 0), .take) }
        lease.end(messages[1].id)
        expectEqual(lease.stop().map(\.id), [messages[3].id, messages[2].id, messages[0].id])
        expectEqual(lease.begin(header(), nil, now: 0), .decline)
        #expect(!lease.isOn)
        // Messages in progress can still be ended.
        lease.end(messages[0].id)
        expectEqual(lease.stop().count, 2)
    }

    @Test("without a returning heartbeat no work begins after two and a half seconds, until one returns")
    func lease() {
        var lease = WorkLease()
        lease.start(leaseEnds: WorkLease.duration)
        expectEqual(lease.begin(header(), nil, now: 2499), .take)
        expectEqual(lease.begin(header(), nil, now: 2500), .decline)
        lease.renew(beat: 1000, now: 2600)
        expectEqual(lease.begin(header(), nil, now: 3499), .take)
        // A heartbeat from the future does not extend the lease further.
        lease.renew(beat: .max, now: 3000)
        expectEqual(lease.begin(header(), nil, now: 5500), .decline)
        var free = WorkLease()
        free.start()
        free.renew(beat: 0, now: 0)
        expectEqual(free.begin(header(), nil, now: .max - 1), .take)
    }

    @Test("messages from before the takeover are the predecessor's; retransmissions are handled")
    func since() {
        var lease = WorkLease()
        lease.start(since: Stamp(offset: 10, epoch: 1, at: 0))
        expectEqual(lease.begin(header(), Stamp(offset: 9, epoch: 1, at: 0), now: 0), .tooEarly)
        expectEqual(lease.verdict(Stamp(offset: 10, epoch: 1, at: 0), now: 0), .tooEarly)
        expectEqual(lease.begin(header(), Stamp(offset: 11, epoch: 1, at: 0), now: 0), .take)
        // A restarted broker counts from 1 again.
        expectEqual(lease.begin(header(), Stamp(offset: 1, epoch: 2, at: 0), now: 0), .take)
    }
}
