import Bus
import Dispatch
import Glibc
import Synchronization
import ZeroMQ

/// A C program's way over a bus: plain sockets, plain frames.
struct RawPath {
    private let address: BusAddress
    private let frames: [[UInt8]]

    init(_ address: BusAddress, _ frames: [[UInt8]]) { (self.address, self.frames) = (address, frames) }

    /// Microseconds that each of so many messages takes, one after the other.
    func ping(_ count: Int) -> [Double] {
        // libzmq gives a connection up for good whose handshake was refused, as by a server in the middle of its start.
        for _ in 0..<5 { if let times = tryPing(count) { return times } }
        return []
    }

    private func tryPing(_ count: Int) -> [Double]? {
        let context = RawContext()
        let subscriber = RawSocket(context, RawType.subscriber)
        let publisher = RawSocket(context, RawType.publisher)
        Self.secure(subscriber, address)
        Self.secure(publisher, address)
        guard connect(publisher, subscriber) else { return nil }
        var times: [Double] = []
        let clock = ContinuousClock()
        for _ in 0..<count {
            var pause = timespec(tv_sec: 0, tv_nsec: BusBenchmark.pauseNanoseconds)
            nanosleep(&pause, nil)
            let begin = clock.now
            publisher.send(frames)
            while subscriber.receive() < 3 {}
            times.append(microseconds(clock.now - begin))
        }
        return times
    }

    /// Messages a second, with at most `window` on the way.
    func rate(_ count: Int, window: Int) -> Double {
        let frames = self.frames
        let address = self.address
        let room = DispatchSemaphore(value: window / 500)
        let ready = DispatchSemaphore(value: 0)
        let start = Mutex(ContinuousClock.now)
        let sender = WorkerThread(name: "bench-send") {
            let context = RawContext()
            let publisher = RawSocket(context, RawType.publisher)
            Self.secure(publisher, address)
            guard publisher.connect(address.publishEndpoint) else { return }
            // Until the receiver has seen one, others may be lost.
            while ready.wait(timeout: .now() + .milliseconds(5)) == .timedOut { publisher.send([frames[0], [], []]) }
            start.withLock { $0 = .now }
            for index in 0..<count {
                if index % 500 == 0 { room.wait() }
                publisher.send(frames)
            }
            // Its context ends with it, so it stays until all has arrived.
            ready.wait()
        }
        let context = RawContext()
        let subscriber = RawSocket(context, RawType.subscriber)
        Self.secure(subscriber, address)
        subscriber.subscribe(frames[0])
        guard subscriber.connect(address.subscribeEndpoint) else { return 0 }
        _ = subscriber.receive()
        ready.signal()
        var received = 0
        while received < count {
            let frames = subscriber.receiveCountingBody(milliseconds: 2000)
            if frames < 0 { break }
            guard frames > 0 else { continue }
            received += 1
            if received % 500 == 0 { room.signal() }
        }
        let time = ContinuousClock.now - start.withLock { $0 }
        ready.signal()
        for _ in 0..<(count / 500 + 1) { room.signal() }
        sender.join()
        return Double(received) / (microseconds(time) / 1e6)
    }

    private static func secure(_ socket: borrowing RawSocket, _ address: BusAddress) {
        guard let credentials = address.credentials, let keys = try? CurveKeyPair(secretKey: credentials.secretKey)
        else { return }
        socket.secure(keys, serverKey: credentials.serverKey)
    }

    /// - Returns: Whether messages pass within five seconds.
    private func connect(_ publisher: borrowing RawSocket, _ subscriber: borrowing RawSocket) -> Bool {
        subscriber.subscribe(frames[0])
        guard publisher.connect(address.publishEndpoint), subscriber.connect(address.subscribeEndpoint) else {
            return false
        }
        var tries = 1000
        repeat {
            publisher.send([frames[0], [], []])
            tries -= 1
            if tries == 0 { return false }
        } while subscriber.receive(milliseconds: 5) == 0
        while subscriber.receive(milliseconds: 20) != 0 {}
        return true
    }
}
