/// The character set of names in topics and sources: `[A-Za-z0-9._-]{1,64}`.
enum Name {
    static func isValid(_ bytes: some Collection<UInt8>) -> Bool {
        (1...64).contains(bytes.count) && bytes.allSatisfy(isAllowed)
    }

    static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
