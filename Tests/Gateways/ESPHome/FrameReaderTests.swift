import SaybusMessages
import SaybusTesting
import Testing

@testable import SaybusESPHome
@testable import SaybusVoiceSatellite

@Suite("Frames and messages of ESPHome's native API")
struct FrameReaderTests {
    private let device = DeviceDescription(name: "Hall 1", machine: "m")

    private func messages(_ outputs: [FrameReader.Output]) throws -> [ClientMessage] {
        var messages: [ClientMessage] = []
        for case .message(let type, let payload) in outputs {
            messages.append(try ClientMessage(type: type, payload))
        }
        return messages
    }

    @Test("plaintext messages are read in pieces of any size")
    func pieces() throws {
        var hello = ProtobufWriter()
        hello.write(1, "Home Assistant")
        var event = ProtobufWriter()
        event.write(1, 4)
        var data = ProtobufWriter()
        data.write(1, "text")
        data.write(2, "turn on the lights")
        event.write(2, data.bytes)
        let bytes =
            FrameReader.plainFrame(type: 1, payload: hello.bytes)
            + FrameReader.plainFrame(type: 92, payload: event.bytes) + FrameReader.plainFrame(type: 7, payload: [])
        for size in [1, 2, 7, bytes.count] {
            var reader = FrameReader(key: nil, device: device)
            var read: [ClientMessage] = []
            for start in stride(from: 0, to: bytes.count, by: size) {
                read += try messages(reader.receive(Array(bytes[start..<min(bytes.count, start + size)])))
            }
            #expect(
                read == [
                    .hello("Home Assistant"), .event(VoiceEvent(.sttEnd, ["text": "turn on the lights"])), .ping,
                ])
        }
    }

    @Test("the device's name and address are such as ESPHome has, and the same each time")
    func description() {
        #expect(device.name == "hall-1" && device == DeviceDescription(name: "Hall 1", machine: "m"))
        #expect(device.hardwareAddress.wholeMatch(of: /[0-9A-F]{2}(:[0-9A-F]{2}){5}/) != nil)
        #expect(DeviceDescription(name: "hall-2", machine: "m").hardwareAddress != device.hardwareAddress)
        // Home Assistant takes devices with the same address or name for one.
        let long = String(repeating: "x", count: 31)
        let names = ["Küche", "Köche", "厨房", "卧室", long, long + "a", long + "b"]
        let devices = names.map { DeviceDescription(name: $0, machine: "m") }
        #expect(Set(devices.map(\.name)).count == names.count)
        #expect(Set(devices.map(\.hardwareAddress)).count == names.count)
        #expect(devices.allSatisfy { $0.name.wholeMatch(of: /[a-z0-9-]{1,31}/) != nil })
        #expect(devices[4].name == long)
        let rooms = ["hall", "den", "default"].map { DeviceDescription(session: Session(rawValue: $0), machine: "m") }
        #expect(Set(rooms.map(\.hardwareAddress)).count == 3)
        #expect(rooms[0].name != rooms[1].name && rooms[2] == DeviceDescription(machine: "m"))
    }

    @Test("a client with encryption and one without get the reason in the words of ESPHome's devices")
    func mismatch() throws {
        let key = try #require(EncryptionKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
        var secured = FrameReader(key: key, device: device)
        let plain = #expect(throws: ESPHomeError.self) { try secured.receive([0, 0, 1]) }
        #expect(plain?.code == .encryption && plain?.farewell.first == 1)
        var open = FrameReader(key: nil, device: device)
        let encrypted = #expect(throws: ESPHomeError.self) { try open.receive([1, 0, 0]) }
        #expect(encrypted?.code == .encryption && encrypted?.farewell.first == 0)
        var other = FrameReader(key: nil, device: device)
        let http = #expect(throws: ESPHomeError.self) { try other.receive(Array("GET / HTTP/1.1".utf8)) }
        #expect(http?.code == .garbage)
    }

    @Test("a million messages that come at once cost as much each as one", .timeLimit(.minutes(1)))
    func many() throws {
        var reader = FrameReader(key: nil, device: device)
        let ping = FrameReader.plainFrame(type: 7, payload: [])
        let pings = [UInt8]([[UInt8]](repeating: ping, count: 1_000_000).joined())
        let read = try reader.receive(pings + [0])
        #expect(read.count == 1_000_000)
        let next = try messages(reader.receive([0, 7]))
        #expect(next == [.ping])
    }

    @Test("a message of 100 MB is refused from its header, before it is there")
    func tooLarge() {
        var reader = FrameReader(key: nil, device: device)
        let error = #expect(throws: ESPHomeError.self) {
            try reader.receive([0] + ProtobufWriter.varint(100 << 20) + [1])
        }
        #expect(error?.code == .tooLarge)
    }

    @Test("whatever bytes come, they are read or refused, and at most one message is kept")
    func garbage() throws {
        var random = TestSeed.generator()
        let key = try #require(EncryptionKey("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="))
        for round in 0..<2_000 {
            var reader = FrameReader(key: round % 2 == 0 ? nil : key, device: device)
            for _ in 0..<4 {
                var bytes = (0..<Int.random(in: 1...60, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                bytes[0] = UInt8(round % 2)
                guard let outputs = try? reader.receive(bytes) else { break }
                for case .message(let type, let payload) in outputs { _ = try? ClientMessage(type: type, payload) }
            }
        }
    }

    @Test("integers of protobuf keep their values, and ones of more than 64 bits are refused")
    func integers() {
        for value in [0, 1, 127, 128, 300, 1 << 32, UInt64.max] {
            var bytes = ProtobufWriter.varint(value)[...]
            #expect(ProtobufFields.varint(&bytes) == value && bytes.isEmpty)
        }
        var long = [UInt8](repeating: 0x80, count: 10)[...] + [1]
        #expect(ProtobufFields.varint(&long) == nil)
        var cut: ArraySlice<UInt8> = [0x80]
        #expect(ProtobufFields.varint(&cut) == nil)
    }
}
