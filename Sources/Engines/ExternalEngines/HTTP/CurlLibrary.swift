import Foundation
import SaybusDynamicLoading

/// The library libcurl, loaded when the first request is sent. Most programs never send one.
///
/// The numbers and types are those of its header `curl.h`, version 7.68 and later. The options are set through
/// functions that C declares as variadic, which Swift cannot call. For integer and pointer arguments, variadic and
/// other functions use the same registers on Linux on x86-64 and arm64.
final class CurlLibrary: Sendable {
    typealias Handle = UnsafeMutableRawPointer
    /// Receives bytes. The result is their number; every other number ends the transfer.
    typealias Receive = @convention(c) (UnsafeMutableRawPointer?, Int, Int, UnsafeMutableRawPointer?) -> Int

    /// Options with an integer (`CURLOPT_…`).
    enum Number: Int32 {
        case postFieldSize = 60
        case httpVersion = 84
        case noSignal = 99
        case connectOnly = 141
        case connectMilliseconds = 156
        case protocols = 181
        /// Since 7.87; earlier versions refuse it.
        case quickExit = 322
    }

    /// Options with a pointer (`CURLOPT_…`).
    enum Pointer: Int32 {
        case writeData = 10_001
        case url = 10_002
        case userAgent = 10_018
        case headers = 10_023
        case headerData = 10_029
        case customRequest = 10_036
        case authorities = 10_065
        case acceptEncoding = 10_102
        case copyPostFields = 10_165
    }

    /// Options with a function (`CURLOPT_…`).
    enum Function: Int32 {
        case write = 20_011
        case header = 20_079
    }

    let newEasy: @convention(c) @Sendable () -> Handle?
    let freeEasy: @convention(c) @Sendable (Handle) -> Void
    let resetEasy: @convention(c) @Sendable (Handle) -> Void
    let setNumber: @convention(c) @Sendable (Handle, Int32, Int) -> Int32
    let setPointer: @convention(c) @Sendable (Handle, Int32, UnsafeRawPointer?) -> Int32
    let setFunction: @convention(c) @Sendable (Handle, Int32, Receive) -> Int32
    let information: @convention(c) @Sendable (Handle, Int32, UnsafeMutableRawPointer) -> Int32
    let errorText: @convention(c) @Sendable (Int32) -> UnsafePointer<CChar>?
    let newMulti: @convention(c) @Sendable () -> Handle?
    let freeMulti: @convention(c) @Sendable (Handle) -> Int32
    let add: @convention(c) @Sendable (Handle, Handle) -> Int32
    let remove: @convention(c) @Sendable (Handle, Handle) -> Int32
    let perform: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Int32>) -> Int32
    let poll:
        @convention(c) @Sendable (Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) ->
            Int32
    let wakeUp: @convention(c) @Sendable (Handle) -> Int32
    let readMessage: @convention(c) @Sendable (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutableRawPointer?
    let append: @convention(c) @Sendable (Handle?, UnsafePointer<CChar>) -> Handle?
    let freeList: @convention(c) @Sendable (Handle?) -> Void
    /// Performs the request of a handle, on the calling thread.
    let performEasy: @convention(c) @Sendable (Handle) -> Int32
    /// Sends and receives bytes on the connection of a handle with the option ``Number/connectOnly``.
    let send: @convention(c) @Sendable (Handle, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32
    let receive: @convention(c) @Sendable (Handle, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>) -> Int32

    /// Makes a handle know the certificate authorities in the file of `SSL_CERT_FILE`, as OpenSSL itself does, besides
    /// those of the system.
    func useAuthorities(_ easy: Handle) {
        guard let file = getenv("SSL_CERT_FILE"), file.pointee != 0 else { return }
        _ = setPointer(easy, Pointer.authorities.rawValue, file)
    }

    /// Returns an error in words, with what to do about a certificate.
    func words(_ code: Int32) -> String {
        switch code {
        // CURLE_PEER_FAILED_VERIFICATION.
        case 60:
            "its certificate is for another name or of an unknown authority: add that to /usr/local/share/"
                + "ca-certificates and run update-ca-certificates, or name its file in SSL_CERT_FILE"
        // CURLE_SSL_CACERT_BADFILE.
        case 77: "the file of SSL_CERT_FILE holds no certificates in PEM"
        default: errorText(code).map { String(cString: $0) } ?? "\(code)"
        }
    }

    /// The library, loaded at the first access; a failure when this system has none.
    static let shared = Result { () throws(HTTPFailure) in try CurlLibrary() }

    private init() throws(HTTPFailure) {
        let library = try DynamicLibrary(["libcurl.so.4", "libcurl-gnutls.so.4"]) { reason in
            HTTPFailure(
                .unreachable, "the library libcurl cannot be loaded (\(reason)): install it (Debian: libcurl4)")
        }
        let symbol = library.functions { name in
            HTTPFailure(.unreachable, "the library libcurl has no \(name): install version 7.68 or later")
        }
        newEasy = try symbol("curl_easy_init")
        freeEasy = try symbol("curl_easy_cleanup")
        resetEasy = try symbol("curl_easy_reset")
        setNumber = try symbol("curl_easy_setopt")
        setPointer = try symbol("curl_easy_setopt")
        setFunction = try symbol("curl_easy_setopt")
        information = try symbol("curl_easy_getinfo")
        errorText = try symbol("curl_easy_strerror")
        newMulti = try symbol("curl_multi_init")
        freeMulti = try symbol("curl_multi_cleanup")
        add = try symbol("curl_multi_add_handle")
        remove = try symbol("curl_multi_remove_handle")
        perform = try symbol("curl_multi_perform")
        poll = try symbol("curl_multi_poll")
        wakeUp = try symbol("curl_multi_wakeup")
        readMessage = try symbol("curl_multi_info_read")
        append = try symbol("curl_slist_append")
        freeList = try symbol("curl_slist_free_all")
        performEasy = try symbol("curl_easy_perform")
        send = try symbol("curl_easy_send")
        receive = try symbol("curl_easy_recv")
        let initialize: @convention(c) (Int) -> Int32 = try symbol("curl_global_init")
        // 3: with TLS. The initializer of a static property runs on one thread only.
        guard initialize(3) == 0 else { throw HTTPFailure(.unreachable, "the library libcurl cannot be initialized") }
    }
}
