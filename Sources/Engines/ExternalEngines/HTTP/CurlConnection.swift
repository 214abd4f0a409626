import Foundation

/// The connections of one exchange, which are closed when this object is deallocated.
///
/// Unchecked: one thread at a time uses the handles, that of the transfer and then that of the deallocation, except
/// in ``wakeUp()``, whose function of libcurl any thread may call while the handle exists.
final class CurlConnection: @unchecked Sendable {
    /// The receiver of a response. A call that returns false ends the transfer.
    protocol Receiver: AnyObject {
        /// Takes a header line, or the status line, with which each response begins.
        func receive(header: UnsafeRawBufferPointer) -> Bool
        /// Takes unpacked bytes of the body.
        func receive(body: UnsafeRawBufferPointer) -> Bool
        /// The time left; nil when the transfer has been given up.
        var remainingTime: Duration? { get }
    }

    /// The end of a response.
    struct Ending {
        /// The status; 0 without a response.
        var status: Int
        /// The absolute address to which a redirection leads.
        var redirection: String?
        /// The reason why the response is not complete; nil when it is.
        var problem: String?
    }

    private let library: CurlLibrary
    private let easy: CurlLibrary.Handle
    private let multi: CurlLibrary.Handle

    /// Creates connections that the calling thread uses; nil when there is no memory.
    init?(onThisThread library: CurlLibrary) {
        // Older versions of libcurl let OpenSSL write to a connection that its peer has closed.
        var brokenPipe = sigset_t()
        sigemptyset(&brokenPipe)
        sigaddset(&brokenPipe, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &brokenPipe, nil)
        guard let easy = library.newEasy() else { return nil }
        guard let multi = library.newMulti() else {
            library.freeEasy(easy)
            return nil
        }
        (self.library, self.easy, self.multi) = (library, easy, multi)
    }

    deinit {
        library.freeEasy(easy)
        _ = library.freeMulti(multi)
    }

    /// Ends a wait of the transfer's thread. Any thread may call this.
    func wakeUp() { _ = library.wakeUp(multi) }

    /// Sends a request, and passes its response to a receiver until the response ends or the receiver has enough.
    func perform(_ exchange: HTTPExchange, _ receiver: some Receiver) -> Ending {
        library.resetEasy(easy)
        let lines = configure(exchange)
        defer { library.freeList(lines) }
        let box = ReceiverBox(receiver)
        return withExtendedLifetime(box) {
            let pointer = Unmanaged.passUnretained(box).toOpaque()
            _ = library.setPointer(easy, CurlLibrary.Pointer.writeData.rawValue, pointer)
            _ = library.setPointer(easy, CurlLibrary.Pointer.headerData.rawValue, pointer)
            _ = library.setFunction(easy, CurlLibrary.Function.write.rawValue) { bytes, size, count, box in
                guard let receiver = ReceiverBox.of(box)?.receiver else { return -1 }
                return receiver.receive(body: .init(start: bytes, count: size * count)) ? size * count : -1
            }
            _ = library.setFunction(easy, CurlLibrary.Function.header.rawValue) { bytes, size, count, box in
                guard let receiver = ReceiverBox.of(box)?.receiver else { return -1 }
                return receiver.receive(header: .init(start: bytes, count: size * count)) ? size * count : -1
            }
            _ = library.add(multi, easy)
            defer { _ = library.remove(multi, easy) }
            return end(transfer(receiver))
        }
    }

    /// Sets the request's options.
    /// - Returns: The list of headers, to be freed after the transfer.
    private func configure(_ exchange: HTTPExchange) -> CurlLibrary.Handle? {
        set(.noSignal, 1)
        // HTTP and HTTPS.
        set(.protocols, 3)
        // An address that is being looked up is not waited for at the end.
        set(.quickExit, 1)
        library.useAuthorities(easy)
        set(.url, exchange.url)
        set(.userAgent, "saybus curl")
        // An empty text asks for all encodings that this libcurl unpacks.
        set(.acceptEncoding, "")
        set(.customRequest, exchange.method.rawValue)
        var names = Set(exchange.headers.map { $0.name.lowercased() })
        // A header without a value needs a semicolon; a colon alone would remove the header.
        var lines = exchange.headers.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        if exchange.body != nil || ![.get, .delete].contains(exchange.method) {
            let body = exchange.body ?? ""
            set(.postFieldSize, body.utf8.count)
            set(.copyPostFields, body)
            // Removes what libcurl would add by itself.
            for name in ["Content-Type", "Expect"] where names.insert(name.lowercased()).inserted {
                lines.append("\(name):")
            }
        }
        var list: CurlLibrary.Handle?
        for line in lines { list = library.append(list, line) ?? list }
        _ = library.setPointer(easy, CurlLibrary.Pointer.headers.rawValue, list)
        return list
    }

    private func set(_ option: CurlLibrary.Number, _ number: Int) {
        _ = library.setNumber(easy, option.rawValue, number)
    }

    /// Sets an option to a text, of which libcurl keeps a copy.
    private func set(_ option: CurlLibrary.Pointer, _ text: String) {
        text.withCString { _ = library.setPointer(easy, option.rawValue, $0) }
    }

    /// Runs the transfer to its end.
    /// - Returns: The code of libcurl's error, 0 for none; nil when the receiver has given up.
    private func transfer(_ receiver: some Receiver) -> Int32? {
        while let time = receiver.remainingTime {
            var running: Int32 = 0
            guard library.perform(multi, &running) == 0 else { return 2 }
            if running == 0 {
                var count: Int32 = 0
                // CURLMsg: an int, the handle, and the result, each at a multiple of 8 bytes.
                return library.readMessage(multi, &count)?.load(fromByteOffset: 16, as: Int32.self) ?? 2
            }
            // At least 1 ms, so that the last fraction of the time is not spent in a busy loop.
            let milliseconds = min(60_000, max(1, time / .milliseconds(1)))
            _ = library.poll(multi, nil, 0, Int32(milliseconds.rounded(.up)), nil)
        }
        return nil
    }

    private func end(_ code: Int32?) -> Ending {
        var status = 0
        var address: UnsafePointer<CChar>?
        // CURLINFO_RESPONSE_CODE and CURLINFO_REDIRECT_URL.
        _ = library.information(easy, 0x200002, &status)
        _ = library.information(easy, 0x10001F, &address)
        var problem: String? = "it was given up"
        if let code { problem = code == 0 ? nil : library.words(code) }
        return Ending(status: status, redirection: address.map { String(cString: $0) }, problem: problem)
    }

    /// The receiver behind libcurl's untyped pointer.
    private final class ReceiverBox {
        let receiver: any Receiver

        init(_ receiver: any Receiver) { self.receiver = receiver }

        static func of(_ pointer: UnsafeMutableRawPointer?) -> ReceiverBox? {
            // The pointer is that of `perform`, which libcurl returns unchanged.
            guard let pointer else { return nil }
            return Unmanaged<ReceiverBox>.fromOpaque(pointer).takeUnretainedValue()
        }
    }
}
