import SaybusMessages
import SaybusSupport
import SaybusTesting

@testable import SaybusStage

/// A simulation of a broker and of instances that are started, killed, frozen and drained at random, with
/// random transit times. Messages to work on pass the broker among the statuses.
struct ElectionModel {
    /// The most milliseconds without a working instance: three seconds until the broker notices a loss, its
    /// heartbeat, and the transit both ways. If the next instance in line fails meanwhile, the same time is
    /// needed again, until four heartbeats have passed.
    static let maximumVacancy = 10_000
    /// The longest transit time from the broker to an instance, in milliseconds.
    static let travel = 400

    private struct Packet {
        enum Content {
            case status(StageStatus, publisher: Source, run: UInt32)
            /// A message to work on.
            case message(Header)
        }

        let content: Content
        let stamp: Stamp
        let due: Int
    }

    private struct Instance {
        let source: Source
        let run: UInt32
        let born: Int
        var election: Election
        var state = StageStatus.State.standby
        var term: Int?
        var nextBeat: Int
        var lease = WorkLease()
        var isFrozen = false
        var queue: [Packet] = []
    }

    private var generator: SplitMix
    private var now = 0
    private var instances: [Instance] = []
    private var retained: [Source: Packet] = [:]
    private var heard: [Source: (status: StageStatus, at: Int)] = [:]
    private var nextName = 0
    private var vacantSince: Int?
    private var offset: UInt64 = 0
    private var begun: [MessageID: Source] = [:]
    private(set) var problems: [String] = []
    private(set) var takeovers = 0
    /// The number of messages that an instance has begun to work on.
    var begunCount: Int { begun.count }

    init(seed: UInt64) {
        generator = SplitMix(seed: seed)
        start()
    }

    mutating func step() {
        switch Int.random(in: 0..<100, using: &generator) {
        case 0..<2: if instances.count < 4 { start() }
        case 2: kill()
        case 3: drain()
        case 4: if let index = instances.indices.randomElement(using: &generator) { instances[index].isFrozen = true }
        case 5..<8:
            if let index = instances.indices.randomElement(using: &generator) { instances[index].isFrozen = false }
        case 8..<12: forward(.message(header()), retainedFor: nil)
        case 12..<50: deliverOne()
        default: pass(Int.random(in: 1...200, using: &generator))
        }
        check()
    }

    private mutating func start() {
        let source = Source(role: .intent, instance: "\(Int.random(in: 0..<1000, using: &generator))-\(nextName)")!
        nextName += 1
        let run = UInt32.random(in: 1...UInt32.max, using: &generator)
        let status = StageStatus(
            role: source.role, instance: source.instance, state: .standby, pid: 1, uptimeMs: 0, standby: true)
        var instance = Instance(
            source: source, run: run, born: now,
            election: Election(source, run: run, scope: Election.Scope(status)), nextBeat: now + 1000)
        instance.queue = retained.values.sorted { $0.stamp.offset < $1.stamp.offset }
        instances.append(instance)
        publish(instances.count - 1)
    }

    private mutating func kill() {
        // In half of the cases a working instance is chosen, because only its loss has much effect.
        let working = instances.indices.filter { instances[$0].state == .ready }
        let chosen = Bool.random(using: &generator) ? working : Array(instances.indices)
        if let index = chosen.randomElement(using: &generator) { instances.remove(at: index) }
    }

    private mutating func drain() {
        guard let index = instances.indices.randomElement(using: &generator), !instances[index].isFrozen else { return }
        instances[index].state = .draining
        publish(index)
        let gone = instances.remove(at: index)
        forward(status(gone, .stopped), gone.source, gone.run)
    }

    private func status(_ instance: Instance, _ state: StageStatus.State) -> StageStatus {
        StageStatus(
            role: instance.source.role, instance: instance.source.instance, state: state, pid: 1,
            uptimeMs: now - instance.born, standby: true, term: instance.term)
    }

    private mutating func publish(_ index: Int) {
        let instance = instances[index]
        forward(status(instance, instance.state), instance.source, instance.run)
    }

    private mutating func forward(_ status: StageStatus, _ publisher: Source, _ run: UInt32) {
        guard let owner = Source(role: status.role, instance: status.instance) else { return }
        let ends = [.stopped, .lost, .failed].contains(status.state)
        heard[owner] = ends ? nil : (status, now)
        forward(.status(status, publisher: publisher, run: run), retainedFor: owner)
        if status.state == .stopped { retained[owner] = nil }
    }

    /// Passes a message on to all instances, in the same order.
    private mutating func forward(_ content: Packet.Content, retainedFor owner: Source?) {
        offset += 1
        let stamp = Stamp(offset: offset, epoch: 1, at: Int64(now) * 1000)
        for index in instances.indices {
            let due = now + Int.random(in: 0...Self.travel, using: &generator)
            instances[index].queue.append(Packet(content: content, stamp: stamp, due: due))
        }
        if let owner { retained[owner] = Packet(content: content, stamp: stamp, due: now) }
    }

    private func header() -> Header {
        Header(
            kind: SpeechTranscript.kind, session: .default, source: Source(role: .console, instance: "a")!, run: 1,
            sequence: 0, at: Int64(now) * 1000)
    }

    private mutating func deliverOne() {
        let waiting = instances.indices.filter { !instances[$0].isFrozen && !instances[$0].queue.isEmpty }
        if let index = waiting.randomElement(using: &generator) { deliver(to: index) }
    }

    private mutating func deliver(to index: Int) {
        let packet = instances[index].queue.removeFirst()
        switch packet.content {
        case .status(let status, let publisher, let run):
            deliver(status, from: publisher, run, packet.stamp, to: index)
        case .message(let header):
            let instance = instances[index]
            guard instances[index].lease.begin(header, packet.stamp, now: now - instance.born) == .take else { return }
            if let first = begun.updateValue(instance.source, forKey: header.id) {
                problems.append("\(now): \(first) and \(instance.source) work on one message")
            }
        }
    }

    private mutating func deliver(
        _ status: StageStatus, from publisher: Source, _ run: UInt32, _ stamp: Stamp, to index: Int
    ) {
        let uptime = now - instances[index].born
        if publisher == instances[index].source { instances[index].lease.renew(beat: status.uptimeMs, now: uptime) }
        switch instances[index].election.update(status, from: publisher, run: run, now: uptime) {
        case .wait: return
        case .claim(let term): instances[index].term = term
        case .takeOver:
            takeovers += 1
            instances[index].state = .ready
            instances[index].lease.start(since: stamp, leaseEnds: status.uptimeMs + WorkLease.duration)
        case .stepDown:
            instances[index].state = .standby
            _ = instances[index].lease.stop()
        }
        publish(index)
    }

    private mutating func pass(_ milliseconds: Int) {
        now += milliseconds
        for index in instances.indices where !instances[index].isFrozen {
            while let first = instances[index].queue.first, first.due <= now { deliver(to: index) }
            if instances[index].nextBeat <= now {
                instances[index].nextBeat = now + 1000
                publish(index)
            }
        }
        for (_, member) in heard where now - member.at > 3000 {
            var lost = member.status
            lost.state = .lost
            forward(lost, Source(role: .broker, instance: "broker")!, 1)
        }
    }

    private mutating func check() {
        let able = instances.filter { !$0.isFrozen }
        let working = able.filter { $0.state == .ready }
        if working.count > 1, able.allSatisfy(\.queue.isEmpty) {
            problems.append("\(now): \(working.map(\.source)) work although nothing is on the way")
        }
        // An instance must have been there for long enough to take over.
        if able.isEmpty || !working.isEmpty {
            vacantSince = nil
        } else {
            let since = vacantSince ?? now
            vacantSince = since
            if now - since > Self.maximumVacancy {
                problems.append("\(now): nobody has worked since \(since)")
                vacantSince = now
            }
        }
    }
}
