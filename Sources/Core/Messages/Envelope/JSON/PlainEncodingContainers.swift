/// An object that is being written.
struct PlainKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: PlainWriter
    let scope: PlainWriter.Scope

    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) throws {
        writer.next(in: scope, name: key)
        writer.literal("null")
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        writer.next(in: scope, name: key)
        writer.literal(value ? "true" : "false")
    }

    func encode(_ value: String, forKey key: Key) throws {
        writer.next(in: scope, name: key)
        writer.string(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        writer.next(in: scope, name: key)
        writer.number(value)
    }

    func encode(_ value: Int, forKey key: Key) throws {
        writer.next(in: scope, name: key)
        writer.integer(value)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws {
        writer.next(in: scope, name: key)
        try writer.value(value)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        writer.next(in: scope, name: key)
        return PlainEncoder(writer: writer, depth: writer.depth).container(keyedBy: Nested.self)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        writer.next(in: scope, name: key)
        return PlainEncoder(writer: writer, depth: writer.depth).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        writer.leaveToFoundation()
        return PlainEncoder(writer: writer, depth: writer.depth)
    }

    func superEncoder(forKey key: Key) -> any Encoder { superEncoder() }
}

/// An array that is being written.
struct PlainUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let writer: PlainWriter
    let scope: PlainWriter.Scope
    private(set) var count = 0

    init(writer: PlainWriter, scope: PlainWriter.Scope) { (self.writer, self.scope) = (writer, scope) }

    var codingPath: [any CodingKey] { [] }

    mutating func encodeNil() throws {
        next()
        writer.literal("null")
    }

    mutating func encode(_ value: some Encodable) throws {
        next()
        try writer.value(value)
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy: Nested.Type) -> KeyedEncodingContainer<Nested> {
        next()
        return PlainEncoder(writer: writer, depth: writer.depth).container(keyedBy: Nested.self)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next()
        return PlainEncoder(writer: writer, depth: writer.depth).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        writer.leaveToFoundation()
        return PlainEncoder(writer: writer, depth: writer.depth)
    }

    private mutating func next() {
        writer.next(in: scope)
        count += 1
    }
}
