extension Collection<UInt8> {
    /// The bytes of a UTF-8 text without the byte-order mark that some editors write (RFC 3629, section 6).
    public var withoutByteOrderMark: SubSequence { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...] }
}
