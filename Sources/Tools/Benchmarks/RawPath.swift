import Dispatch
import Glibc
import SaybusBus
import SaybusZeroMQ
import Synchronization

/// A path of frames over a bus as a C program would send and receive them: plain sockets without Saybus's API.
struct RawPath {
    private let address: BusAddress
    private let frames: [[UInt8]]
    /// The timeout for the first message in milliseconds.
    private static let timeout: Int32 = 5000

    init(_ address: BusAddress, _ frames: [[UInt8]]) { (self.address, self.frames) = (address, frames) }

    /// Returns the transit times of `count` successive messages in microseconds.
    /// - Throws: ``BenchmarkError`` if no message arrives.
    func ping(_ count: Int) throws -> [Double] {
        let context = RawContext()
        let subscriber = RawSocket(context, RawType.subscriber)
        let publisher = RawSocket(context, RawType.publisher)
        Self.secure(subscriber, address)
        Self.secure(publisher, address)
        guard connect(publisher, subscriber) else { throw nothingPasses }
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

    /// Returns the messages per second with at most `window` in flight.
    /// - Throws: ``BenchmarkError`` if no message arrives.
    func rate(_ count: Int, window: Int) throws -> Double {
        let frames = self.frames
        let address = self.address
        let room = DispatchSemaphore(value: window / 500)
        let ready = DispatchSemaphore(value: 0)
        let start = Mutex(ContinuousClock.now)
        let isOpen = Mutex(false)
        let sender = WorkerThread(name: "bench-send") {
            let context = RawContext()
            let publisher = RawSocket(context, RawType.publisher)
            Self.secure(publisher, address)
            guard publisher.connect(address.publishEndpoint) else { return }
            // Messages may be lost until the subscription is active, which the first receipt shows.
            while ready.wait(timeout: .now() + .milliseconds(5)) == .timedOut {
                publisher.send([frames[0], frames[1], []])
            }
            guard isOpen.withLock({ $0 }) else { return }
            start.withLock { $0 = .now }
            for index in 0..<count {
                if index % 500 == 0 { room.wait() }
                publisher.send(frames)
            }
            // Closing the context would drop messages, so it stays open until all have arrived.
            ready.wait()
        }
        let context = RawContext()
        let subscriber = RawSocket(context, RawType.subscriber)
        Self.secure(subscriber, address)
        subscriber.subscribe(frames[0])
        let passes =
            subscriber.connect(address.subscribeEndpoint) && subscriber.receive(milliseconds: Self.timeout) > 0
        isOpen.withLock { $0 = passes }
        ready.signal()
        guard passes else {
            sender.join()
            throw nothingPasses
        }
        var received = 0
        while received < count {
            let frames = subscriber.receiveDetectingProbe(milliseconds: 2000)
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

    private var nothingPasses: BenchmarkError { BenchmarkError(.bus, "no message passes \(address.url)") }

    private static func secure(_ socket: borrowing RawSocket, _ address: BusAddress) {
        guard let credentials = address.credentials, let keys = try? CurveKeyPair(secretKey: credentials.secretKey)
        else { return }
        socket.secure(keys, serverKey: credentials.serverKey)
    }

    /// Connects both sockets and waits until the subscription is active.
    /// - Returns: Whether a message arrives within five seconds.
    private func connect(_ publisher: borrowing RawSocket, _ subscriber: borrowing RawSocket) -> Bool {
        subscriber.subscribe(frames[0])
        guard publisher.connect(address.publishEndpoint), subscriber.connect(address.subscribeEndpoint) else {
            return false
        }
        var tries = Self.timeout / 5
        repeat {
            publisher.send([frames[0], frames[1], []])
            tries -= 1
            if tries == 0 { return false }
        } while subscriber.receive(milliseconds: 5) == 0
        while subscriber.receive(milliseconds: 20) != 0 {}
        return true
    }
}
