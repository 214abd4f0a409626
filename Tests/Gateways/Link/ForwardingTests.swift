import SaybusMessages
import Testing

@testable import SaybusLink

@Suite("Further kinds that a site sends")
struct ForwardingTests {
    @Test("a tracked message that found no room is handed over when it is published again, once")
    func withoutRoom() throws {
        var site = try SiteUnderTest()
        var settings = site.relay.settings
        settings.sends = [AudioSequence.kind]
        site.relay = SiteRelay(settings, run: 9)
        site.connect()
        let large = LineMessage(subject: "say", body: [UInt8](repeating: 7, count: StoreQueue.maximumBytes - 100))
        let other = MessageID()
        let isAdded = site.relay.stores.add(large, other, life: 60_000_000, now: site.now)
        let sequence = try SiteUnderTest.message(AudioSequence.examples[0], from: "dispatch/main")
        let early = site.publish(sequence).stored
        #expect(isAdded && early.isEmpty && site.relay.counters.dropped == 1)
        _ = site.relay.stored(other, isDuplicate: false)
        let late = site.publish(sequence).stored
        let again = site.publish(sequence).stored
        #expect(late == [sequence.header.id] && again.isEmpty)
    }
}
