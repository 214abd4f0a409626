import Logging
import SaybusMessages
import SaybusStage
import SaybusSupport
import Synchronization

/// The files of the server's certificate and its key, which are read again when they have changed.
///
/// Connections that are open keep the certificate with which they began.
public final class CertificateFiles: Sendable {
    /// The time between two looks at the files.
    private static let pause = Duration.seconds(2)

    private struct State {
        var certificate: ServerCertificate
        /// The files at the time of the last reading.
        var files: [FileIdentity?]
        /// The reason why the files of the last reading are not used; nil when they are.
        var refusal: String?
    }

    private let certificatePath: String
    private let keyPath: String
    private let state: Mutex<State>

    /// Reads files in PEM.
    /// - Parameters:
    ///   - certificate: The path of the certificate, which those of its issuers may follow.
    ///   - key: The path of its private key, without a passphrase.
    /// - Throws: `StageFailure` with code `noInput` for files that cannot be read, and `configuration` for those that
    ///   are no PEM, or do not fit each other, and for a key that others can read.
    public init(certificate: String, key: String) throws(StageFailure) {
        let files = [FileIdentity(path: certificate), FileIdentity(path: key)]
        (certificatePath, keyPath) = (certificate, key)
        let first = try ServerCertificate(certificate: certificate, key: key)
        state = Mutex(State(certificate: first, files: files))
    }

    /// The certificate of new connections.
    var current: ServerCertificate { state.withLock { $0.certificate } }

    /// Reads changed files, and shows in the status what is wrong with the certificate, until the task is cancelled.
    func follow(_ context: StageContext) async {
        var shown: String?
        var previous = identities
        while true {
            let problem = problem(now: WallClock.microseconds() / 1_000_000)
            if problem != shown {
                shown = problem
                context.update { $0.problem = problem }
                if let problem {
                    context.logger.warning("the certificate needs attention", metadata: ["problem": "\(problem)"])
                }
            }
            do { try await Task.sleep(for: Self.pause) } catch { return }
            let files = identities
            // Both files are replaced, one after the other: they are read when neither has changed since the last look.
            let isDue = state.withLock { $0.refusal != nil || $0.files != files } && files == previous
            previous = files
            if isDue, reload(files) { context.logger.notice("the certificate was read again") }
        }
    }

    /// Reads the files again. The former certificate stays when they are wrong.
    /// - Returns: Whether they are used.
    private func reload(_ files: [FileIdentity?]) -> Bool {
        do throws(StageFailure) {
            let certificate = try ServerCertificate(certificate: certificatePath, key: keyPath)
            state.withLock { $0 = State(certificate: certificate, files: files) }
            return true
        } catch {
            let reason = error.reason
            state.withLock { ($0.files, $0.refusal) = (files, reason) }
            return false
        }
    }

    /// The files as they are now.
    private var identities: [FileIdentity?] { [FileIdentity(path: certificatePath), FileIdentity(path: keyPath)] }

    /// Returns what is wrong with the certificate; nil when nothing is.
    private func problem(now: Int64) -> String? {
        let (certificate, refusal) = state.withLock { ($0.certificate, $0.refusal) }
        if let refusal { return "the former certificate is in use: \(refusal)" }
        return certificate.expiry.flatMap { ServerCertificate.problem(expiry: $0, now: now) }
            .map { "the certificate \(certificatePath) \($0)" }
    }
}
