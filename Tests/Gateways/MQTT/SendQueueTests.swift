import Testing

@testable import SaybusMQTT

@Suite("The queue of messages for the MQTT broker")
struct SendQueueTests {
    private func entry(
        _ topic: String, qos: Int = 1, isRetained: Bool = false, token: UInt64? = nil,
        expiry: ContinuousClock.Instant? = nil, size: Int = 1
    ) -> SendQueue.Entry {
        SendQueue.Entry(
            message: MQTTMessage(
                topic: topic, payload: Array(repeating: 7, count: size), qos: qos, isRetained: isRetained,
                expiry: expiry), token: token.map(MQTTConnection.Token.init))
    }

    @Test("without a connection, only what must arrive waits")
    func away() {
        var queue = SendQueue()
        #expect(queue.add(entry("a", qos: 0, token: 1)).map(\.token) == [.init(1)])
        #expect(queue.add(entry("b")).isEmpty && queue.count == 1)
        #expect(queue.next() == nil)
        queue.connected()
        #expect(queue.next()?.message.topic == "b")
    }

    @Test("what was not acknowledged when the connection was lost is sent again, before all others")
    func again() {
        var queue = SendQueue()
        queue.connected()
        for topic in ["a", "b", "c"] { _ = queue.add(entry(topic)) }
        for number in 1...2 { queue.handedOver(queue.next()!, as: Int32(number)) }
        #expect(queue.acknowledged(1) == nil)
        #expect(queue.disconnected().isEmpty)
        queue.connected()
        #expect([queue.next(), queue.next(), queue.next()].map { $0?.message.topic } == ["b", "c", nil])
    }

    @Test("at most twenty messages wait for their acknowledgement at once")
    func window() {
        var queue = SendQueue()
        queue.connected()
        for _ in 0..<50 { _ = queue.add(entry("a")) }
        var number: Int32 = 0
        while let next = queue.next() {
            number += 1
            queue.handedOver(next, as: number)
        }
        #expect(number == SendQueue.window)
        _ = queue.acknowledged(7)
        #expect(queue.next() != nil)
    }

    @Test("of a retained topic, only the newest message waits")
    func retained() {
        var queue = SendQueue()
        _ = queue.add(entry("state", isRetained: true, token: 1))
        #expect(queue.add(entry("state", isRetained: true, token: 2)).map(\.token) == [.init(1)])
        #expect(queue.count == 1)
    }

    @Test("the broker drops a message at its deadline, but not the state that it is to keep")
    func brokerExpiry() {
        let deadline = ContinuousClock.now + .seconds(10)
        #expect(entry("lamp/set", expiry: deadline).message.brokerExpiry == deadline)
        #expect(entry("lamp/state", isRetained: true, expiry: deadline).message.brokerExpiry == nil)
    }

    @Test("at the bound, what need not arrive makes room, and what finds no room is given up")
    func bound() {
        var queue = SendQueue()
        queue.connected()
        _ = queue.add(entry("live", qos: 0, token: 1))
        for _ in 1..<SendQueue.maximumWaiting { _ = queue.add(entry("a")) }
        #expect(queue.add(entry("b", token: 2)).map(\.token) == [.init(1)])
        #expect(queue.add(entry("c", token: 3)).map(\.token) == [.init(3)])
        var large = SendQueue()
        #expect(large.add(entry("a", token: 4, size: SendQueue.maximumBytes + 1)).map(\.token) == [.init(4)])
    }

    @Test("a message that came too late for its deadline is given up")
    func expiry() {
        var queue = SendQueue()
        let now = ContinuousClock.now
        _ = queue.add(entry("a", token: 1, expiry: now + .seconds(1)))
        _ = queue.add(entry("b"))
        #expect(queue.expire(now: now).isEmpty)
        #expect(queue.expire(now: now + .seconds(2)).map(\.token) == [.init(1)] && queue.count == 1)
    }

    @Test("a message that a broker was sent and has not acknowledged by its deadline is given up, and not sent again")
    func unacknowledged() {
        var queue = SendQueue()
        let now = ContinuousClock.now
        queue.connected()
        _ = queue.add(entry("a", token: 1, expiry: now + .seconds(1)))
        _ = queue.add(entry("b", token: 2))
        for number: Int32 in 1...2 { if let next = queue.next() { queue.handedOver(next, as: number) } }
        #expect(queue.expire(now: now).isEmpty)
        #expect(queue.expire(now: now + .seconds(2)).map(\.token) == [.init(1)])
        #expect(queue.acknowledged(1) == nil, "an acknowledgement that comes later concerns nobody")
        #expect(queue.disconnected().isEmpty && queue.count == 1)
    }

    @Test("a broker that acknowledges nothing of a whole window gets no more until it is connected anew")
    func stuck() {
        var queue = SendQueue()
        let now = ContinuousClock.now
        queue.connected()
        for number in 0...Int32(SendQueue.window) {
            _ = queue.add(entry("a", token: UInt64(number), expiry: now + .seconds(1)))
            if let next = queue.next() { queue.handedOver(next, as: number) }
        }
        #expect(!queue.isStuck && queue.next() == nil)
        #expect(queue.expire(now: now + .seconds(2)).count == SendQueue.window + 1)
        #expect(queue.isStuck && queue.isEmpty)
        #expect(queue.disconnected().isEmpty && !queue.isStuck)
    }

    @Test("the pause before the next attempt doubles up to fifteen seconds, and begins anew after a connection")
    func pauses() {
        var delay = ReconnectDelay()
        let pauses = (0..<8).map { _ in delay.take() }
        #expect(pauses.first == .milliseconds(250) && pauses[1] == .milliseconds(500) && pauses.last == .seconds(15))
        delay.ended(after: ReconnectDelay.steady)
        #expect(delay.take() == .milliseconds(250))
    }

    @Test("after an outage, a first connection that is short begins anew, too: a broker may be restarted twice")
    func restart() {
        var delay = ReconnectDelay()
        for _ in 0..<8 { _ = delay.take() }
        delay.ended(after: .seconds(1))
        let pauses = (0..<2).map { _ in delay.take() }
        #expect(pauses == [.milliseconds(250), .milliseconds(500)])
    }

    @Test("connections that end again and again soon after they were made grow rarer, and are told from others")
    func flapping() {
        var delay = ReconnectDelay()
        var pauses: [Duration] = []
        var told: [Bool] = []
        for _ in 0..<4 {
            delay.ended(after: .seconds(1))
            pauses.append(delay.take())
            told.append(delay.isFlapping)
        }
        #expect(pauses.last == .seconds(2) && told == [false, false, true, true])
        delay.ended(after: .seconds(60))
        #expect(!delay.isFlapping)
    }
}
