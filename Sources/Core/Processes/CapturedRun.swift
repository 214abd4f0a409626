/// The result of a program that has ended: its termination and its output.
package struct CapturedRun: Sendable {
    /// The beginning of one of a program's outputs.
    package struct Output: Sendable {
        /// The first bytes, up to the limit.
        package var bytes: [UInt8] = []
        /// Number of bytes beyond the limit, which were read and dropped.
        package var dropped = 0

        /// The bytes as UTF-8.
        package var text: String { String(decoding: bytes, as: UTF8.self) }

        mutating func append(_ more: UnsafeRawBufferPointer, limit: Int) {
            let kept = more.prefix(limit - bytes.count)
            bytes += kept
            dropped += more.count - kept.count
        }
    }

    /// The way in which the program ended.
    package let termination: ProcessTermination
    /// Standard output.
    package let output: Output
    /// Standard error.
    package let errors: Output
}
