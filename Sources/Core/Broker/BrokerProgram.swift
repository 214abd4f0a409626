import Foundation
import Logging
import SaybusBus
import SaybusStage
import SaybusSupport
import SaybusTelemetry
import SaybusZeroMQ
import UnixSignals

/// The broker as a process. It serves until SIGTERM or SIGINT. On SIGHUP it reads its policy again; without a policy it
/// ends.
public struct BrokerProgram: Sendable {
    /// The options that `saybus-broker` takes.
    public struct Options: Sendable {
        /// The bus's URL; nil means the default of all programs: see `BusAddress.chosen(_:environment:)`.
        public var bus: String?
        /// Whether a tcp address may be served without keys.
        public var insecure = false
        /// The broker's own key, a name or a file; nil means that of `SAYBUS_BROKER_KEY`.
        public var key: String?
        /// The policy file; nil means that of `SAYBUS_POLICY`.
        public var policy: String?
        /// The lowest level that is logged.
        public var logLevel = Logger.Level.notice
        /// The address at which metrics are served; nil serves none.
        public var metrics: ListeningAddress?

        /// Creates options with their default values.
        public init() {}
    }

    private let options: Options
    private let environment: [String: String]

    /// Creates a program, which reads keys and policy when it runs.
    public init(_ options: Options, environment: [String: String] = ProcessInfo.processInfo.environment) {
        (self.options, self.environment) = (options, environment)
    }

    /// Serves until a signal or a failure ends it.
    public func run() async throws {
        let started = ContinuousClock.now
        var logger = Logger(label: "broker", factory: { LogStream.handler($0) })
        logger.logLevel = options.logLevel
        // Each connection takes a descriptor.
        DescriptorReserve.raiseLimit()
        let policyFile = chosen(options.policy, "SAYBUS_POLICY")
        let address = try BusAddress.chosen(options.bus, environment: environment)
        let security = try security(policyFile, address, logger)
        // Before the ready line is printed, because its reader may send a signal at once.
        let trapped: [UnixSignal] = security == nil ? UnixSignal.stopping : [.sigterm, .sigint, .sighup]
        let signals = await UnixSignalsSequence(trapping: trapped)
        let metrics = try await BrokerMetrics.start(at: options.metrics, logger: logger)
        let broker: Broker
        do throws(BrokerError) {
            broker = try Broker(
                at: address, insecure: options.insecure, security: security, logger: logger,
                onBeat: { beat in
                    ServiceManager.own?.beat("ready")
                    metrics?.update(beat)
                })
        } catch {
            throw StageFailure(error.code == .insecure ? .usage : .unavailable, error.reason)
        }
        if options.insecure, broker.address.directory == nil {
            logger.warning("serving without keys: everyone who can reach the port may publish and subscribe")
        }
        let time = ContinuousClock.now - started
        let line = "ready role=broker instance=broker bus=\(broker.address) after=\(time.milliseconds)ms\n"
        StandardError.shared.write(line)
        ServiceManager.own?.ready("ready")
        defer {
            ServiceManager.own?.stopping()
            broker.close()
        }
        let (events, feed) = AsyncStream.makeStream(of: Event.self)
        let failures = broker.failures
        let watches: [Task<Void, Never>] = [
            Task { for await signal in signals { feed.yield(.signal(signal)) } },
            Task { for await reason in failures { feed.yield(.failure(reason)) } },
        ]
        defer { for watch in watches { watch.cancel() } }
        for await event in events {
            switch event {
            case .failure(let reason):
                throw StageFailure(.failed, "the broker has failed: \(reason); restart it")
            case .signal(let signal):
                guard signal == .sighup, let policyFile else { return }
                reload(broker, policyFile, hasKey: security?.usesKeys ?? false, logger)
            }
        }
    }

    /// An event that the program waits for.
    private enum Event: Sendable {
        case signal(UnixSignal)
        case failure(String)
    }

    private func chosen(_ option: String?, _ variable: String) -> String? {
        (option ?? environment[variable]).flatMap { $0.isEmpty ? nil : $0 }
    }

    private func security(
        _ policyFile: String?, _ address: BusAddress, _ logger: Logger
    ) throws(StageFailure) -> BrokerSecurity? {
        let key = chosen(options.key, "SAYBUS_BROKER_KEY")
        guard key != nil || policyFile != nil else { return nil }
        if options.insecure {
            throw StageFailure(.usage, "--insecure means without keys: leave it out, or --key and --policy")
        }
        if key == nil, address.directory == nil {
            throw StageFailure(
                .usage,
                "over tcp, a policy needs a key pair of the broker: add --key NAME (make one with: saybus keys new NAME)"
            )
        }
        guard let policyFile else {
            throw StageFailure(
                .usage, "a broker with a key needs a policy that names the permitted keys: add --policy FILE")
        }
        do throws(BusError) {
            let directory = KeyDirectory(environment: environment)
            let policy = try readPolicy(policyFile, hasKey: key != nil, logger).get()
            guard let key else {
                if geteuid() != 0 {
                    logger.warning(
                        "other users' programs do not connect to this broker, since they trust that of root or their own only"
                    )
                }
                return BrokerSecurity(policy: policy)
            }
            return try BrokerSecurity(key: directory.secret(key), policy: policy)
        } catch {
            throw StageFailure(.configuration, error.reason)
        }
    }

    private func readPolicy(_ file: String, hasKey: Bool, _ logger: Logger) -> Result<Policy, BusError> {
        do throws(PolicyError) {
            let policy = try Policy(file: file, keys: KeyDirectory(environment: environment))
            for remark in policy.remarks { logger.warning("\(remark)") }
            for name in policy.usersWithoutAccess(hasKey: hasKey) {
                let why = hasKey ? "this bus knows its clients by keys" : "this broker has no key (--key)"
                logger.warning("\"\(name)\" of the policy cannot connect: \(why)")
            }
            return .success(policy)
        } catch {
            return .failure(BusError(.badKey, "the policy \(error)"))
        }
    }

    /// Replaces the policy with that of the file; keeps the old one when the file is wrong, which the status shows.
    private func reload(_ broker: Broker, _ file: String, hasKey: Bool, _ logger: Logger) {
        do throws(BusError) {
            broker.reload(try readPolicy(file, hasKey: hasKey, logger).get())
        } catch {
            logger.error("the old policy remains in effect", metadata: ["reason": "\(error.reason)"])
            broker.keepPolicy(
                "the old policy remains in effect: \(error.reason); mend the file, and send SIGHUP again")
        }
    }
}
