import CSaybusOpenSSL
import Glibc
import SaybusStage

/// The certificate and the key with which the server encrypts its connections.
///
/// `SSL_CTX` counts its owners with a lock, and OpenSSL lets threads make connections of one that is not changed any
/// more, as this one after `init`: so it is sendable (openssl-threads(7)).
final class ServerCertificate: @unchecked Sendable {
    /// The days before the end of a certificate from which it is a problem.
    private static let noticeDays: Int64 = 14
    private static let secondsOfDay: Int64 = 86_400

    /// The settings of all connections.
    private let settings: OpaquePointer

    /// Reads files in PEM.
    /// - Parameters:
    ///   - certificate: The path of the certificate, which those of its issuers may follow.
    ///   - key: The path of its private key, without a passphrase.
    /// - Throws: `StageFailure` with code `noInput` for files that cannot be read, and `configuration` for those that
    ///   are no PEM, or do not fit each other, and for a key that others can read.
    init(certificate: String, key: String) throws(StageFailure) {
        for path in [certificate, key] where access(path, R_OK) != 0 {
            throw StageFailure(.noInput, "\(path) cannot be read: \(String(cString: strerror(errno)))")
        }
        var status = stat()
        guard stat(key, &status) == 0, status.st_mode & 0o007 == 0 else {
            throw StageFailure(.configuration, "others can read the key's file \(key): chmod 600 \(key)")
        }
        ERR_clear_error()
        guard let settings = SSL_CTX_new(TLS_server_method()) else {
            throw StageFailure(.unavailable, "OpenSSL does not start: \(Self.reason)")
        }
        self.settings = settings
        SSL_CTX_ctrl(settings, SSL_CTRL_SET_MIN_PROTO_VERSION, Int(TLS1_2_VERSION), nil)
        // SSL_OP_NO_RENEGOTIATION, which is a macro with a cast.
        SSL_CTX_set_options(settings, 1 << 30)
        // OpenSSL would ask for a passphrase at the terminal.
        SSL_CTX_set_default_passwd_cb(settings) { _, _, _, _ in 0 }
        guard SSL_CTX_use_certificate_chain_file(settings, certificate) == 1 else {
            throw StageFailure(.configuration, "the certificate \(certificate) cannot be used: \(Self.reason)")
        }
        guard SSL_CTX_use_PrivateKey_file(settings, key, SSL_FILETYPE_PEM) == 1,
            SSL_CTX_check_private_key(settings) == 1
        else {
            throw StageFailure(
                .configuration,
                "the key \(key) cannot be used with the certificate \(certificate): \(Self.reason); it must be the "
                    + "certificate's own, a PEM file without a passphrase")
        }
    }

    deinit { SSL_CTX_free(settings) }

    /// The Unix time in seconds at which the certificate expires; nil when it cannot be read.
    var expiry: Int64? {
        var end = tm()
        guard let certificate = SSL_CTX_get0_certificate(settings),
            ASN1_TIME_to_tm(X509_get0_notAfter(certificate), &end) == 1
        else { return nil }
        return Int64(timegm(&end))
    }

    /// Makes a connection; nil when there is no memory.
    func connection() -> OpaquePointer? { SSL_new(settings) }

    /// Returns what is wrong with a certificate that ends at a time; nil when it is not soon.
    /// - Parameters:
    ///   - expiry: The Unix time in seconds at which it expires.
    ///   - now: The present Unix time in seconds.
    static func problem(expiry: Int64, now: Int64) -> String? {
        let days = (expiry - now) / secondsOfDay
        if expiry <= now { return "has expired: renew it" }
        if days >= noticeDays { return nil }
        return days == 0
            ? "expires within a day: renew it" : "expires in \(days) \(days == 1 ? "day" : "days"): renew it"
    }

    /// OpenSSL's description of the last failure on this thread.
    static var reason: String {
        let code = ERR_get_error()
        guard code != 0, let text = ERR_reason_error_string(code) else { return "no reason is known" }
        return String(cString: text)
    }
}
