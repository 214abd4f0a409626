import Foundation
import Logging
import SaybusBus
import SaybusMessages
import SaybusStage
import SaybusTelemetry
import ServiceLifecycle

/// The console: a page in the browser to talk to the assistant and to watch the bus.
public struct ConsoleStage: Sendable {
    /// The stage's role.
    public static let role = Role.console
    /// The tracked message kinds that the stage publishes.
    public static let tracking = PublishedByPage.tracking

    private let policy: AccessPolicy
    private let options: StageOptions
    private let voice: ConsoleVoice
    private let files: OfferedFiles
    private let certificate: CertificateFiles?

    /// Creates a stage.
    /// - Parameters:
    ///   - address: The address at which the server listens.
    ///   - token: The secret that opens the page; nil lets all programs of this machine in.
    ///   - certificate: The files of the certificate with which connections are encrypted; nil for none.
    ///   - voice: The voice and the sounds of pages that talk.
    ///   - files: The apps and recordings that pages may look at.
    ///   - options: The options of the stage, which the stages of pages share.
    /// - Throws: `StageFailure` with code `usage` for an address that other machines reach, without a token.
    public init(
        address: ListeningAddress, token: String?, certificate: CertificateFiles?, voice: ConsoleVoice,
        files: OfferedFiles, options: StageOptions
    ) throws(StageFailure) {
        guard token != nil || address.isLoopback else {
            throw StageFailure(.usage, "other machines reach \(address): that needs a token")
        }
        policy = AccessPolicy(token: token, address: address, isEncrypted: certificate != nil)
        self.certificate = certificate
        (self.voice, self.files, self.options) = (voice, files, options)
    }

    /// Serves until the program is told to stop.
    /// - Parameters:
    ///   - context: The stage's connection to the bus.
    ///   - isListening: Called with the port when pages can be opened.
    public func run(_ context: StageContext, isListening: @escaping @Sendable (Int) -> Void) async throws {
        let base = context.bus.subscribe(to: [StageStatus.self, Catalog.self, VoiceRequestStatus.self])
        let feed = Feed()
        let services = ConsoleServices(
            context: context, options: options, voice: voice, feed: feed, talking: TalkingSessions(),
            answers: Answers(files: files, feed: feed, options: options))
        let shortage = DescriptorShortage(context)
        let server = ConsoleServer(
            policy: policy, certificate: certificate, logger: context.logger, onExhaustion: shortage.record
        ) { channel, target in
            try await Page(session: Self.session(in: target), services).run(channel)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await services.feed.run(base, on: context.bus) }
            if let certificate { group.addTask { await certificate.follow(context) } }
            group.addTask {
                try await cancelWhenGracefulShutdown {
                    try await server.run { port in
                        try await context.ready()
                        isListening(port)
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Returns the session of a page: it says `/bus?page=` with 8 to 16 hexadecimal digits of its own, so that it goes
    /// on after a reload. No page can choose the session of a room.
    static func session(in target: String) -> Session {
        let given = target.split(separator: "?", maxSplits: 1).dropFirst().first?
            .split(separator: "&").first { $0.hasPrefix("page=") }?.dropFirst("page=".count)
        let digits = given.map(String.init) ?? ""
        let isValid =
            (8...16).contains(digits.utf8.count) && digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
        return Session(rawValue: "page-\(isValid ? digits : String(UInt64.random(in: 0...UInt64.max), radix: 16))")
            ?? .default
    }
}

/// The parts that the pages of a console share.
struct ConsoleServices: Sendable {
    let context: StageContext
    let options: StageOptions
    let voice: ConsoleVoice
    let feed: Feed
    let talking: TalkingSessions
    let answers: Answers
}
