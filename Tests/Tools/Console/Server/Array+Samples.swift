extension [Int16] {
    /// The samples as PCM.
    var littleEndianBytes: [UInt8] {
        flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    }
}
