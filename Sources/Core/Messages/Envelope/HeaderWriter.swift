/// A writer of header and stamp frames: one flat JSON object, written without the containers of `Encoder`.
struct HeaderWriter {
    private var bytes: [UInt8] = []

    /// - Parameter capacity: The bytes that the frame is likely to need.
    init(capacity: Int = 384) {
        bytes.reserveCapacity(capacity)
        bytes.append(UInt8(ascii: "{"))
    }

    mutating func field(_ name: StaticString, _ value: String) {
        key(name)
        bytes.appendJSON(value)
    }

    mutating func field(_ name: StaticString, _ value: some FixedWidthInteger) {
        key(name)
        bytes.appendJSON(value)
    }

    mutating func field<Subject>(_ name: StaticString, _ value: Identifier<Subject>) {
        key(name)
        identifier(value)
    }

    mutating func field<Subject>(_ name: StaticString, _ values: [Identifier<Subject>]) {
        key(name)
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            identifier(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func field(_ name: StaticString, _ value: Bool) {
        key(name)
        bytes.append(value ? "true" : "false")
    }

    /// Closes the object and returns the frame.
    consuming func finished() -> [UInt8] {
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private mutating func key(_ name: StaticString) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(name)
        bytes.append("\":")
    }

    private mutating func identifier<Subject>(_ value: Identifier<Subject>) {
        bytes.append(UInt8(ascii: "\""))
        value.write { bytes.append($0) }
        bytes.append(UInt8(ascii: "\""))
    }
}
