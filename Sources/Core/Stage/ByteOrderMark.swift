extension Collection<UInt8> {
    /// The bytes of a text without UTF-8's byte-order mark, which some editors write and which is no part of the text (RFC 3629, 6).
    public var withoutByteOrderMark: SubSequence { starts(with: [0xEF, 0xBB, 0xBF]) ? dropFirst(3) : self[...] }
}
