/// The part of a ``CurlTransfer`` that takes the response. One thread at a time uses it.
protocol TransferSink: Sendable {
    /// The result of a transfer.
    associatedtype Success: Sendable

    /// The bytes that it has taken, for reports.
    var count: Int { get }

    /// Prepares for a response: the first one, or that to which a redirection leads.
    /// - Returns: The request with what the sink adds to it.
    mutating func begin(_ request: HTTPExchange) -> HTTPExchange
    /// Returns the time left.
    /// - Throws: ``HTTPFailure`` with code `timeout` when none is left.
    func remainingTime() throws(HTTPFailure) -> Duration
    /// Takes a header line in lower case, or the status line, with which each response begins.
    mutating func receive(header: String) throws(HTTPFailure)
    /// Takes unpacked bytes of the body.
    mutating func receive(body: UnsafeRawBufferPointer) throws(HTTPFailure)
    /// Takes the end of the response that is no redirection.
    mutating func finish(status: Int) throws(HTTPFailure) -> Success
}
