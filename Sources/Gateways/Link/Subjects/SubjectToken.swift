/// The form of names in the tokens of NATS subjects: letters, digits, hyphens and underscores as they are, any other
/// byte as `=` and two hexadecimal digits. Reversible. Pure.
enum SubjectToken {
    /// Returns a name as a token.
    static func escaped(_ name: String) -> String {
        var token = ""
        for byte in name.utf8 {
            if isPlain(byte) {
                token.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                token += "=" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return token
    }

    /// Returns the name of a token; nil when it is no token that ``escaped(_:)`` makes.
    static func name(_ token: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = token.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "=") {
                guard let digits = String(validating: rest.prefix(2), as: UTF8.self), digits.utf8.count == 2,
                    digits == digits.uppercased(), let value = UInt8(digits, radix: 16), !isPlain(value)
                else { return nil }
                rest = rest.dropFirst(2)
                bytes.append(value)
            } else {
                guard isPlain(byte) else { return nil }
                bytes.append(byte)
            }
        }
        return bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
