import Testing

@testable import SaybusSound

@Suite("Devices", .serialized)
struct DeviceTests {
    static let devices = (try? AudioDevices.listed()) ?? []

    static func device(_ index: Int, _ name: String, inputs: Int = 0, outputs: Int = 0, isDefault: Bool = false)
        -> AudioDevice
    {
        AudioDevice(
            index: index, name: name, hostAPI: "ALSA", inputs: inputs, outputs: outputs, defaultRate: 48_000,
            isDefaultInput: isDefault && inputs > 0, isDefaultOutput: isDefault && outputs > 0)
    }

    @Test("a device is found by index, name, or part of its name")
    func find() throws {
        let all = [
            Self.device(0, "HDMI", outputs: 8), Self.device(1, "USB Microphone", inputs: 1),
            Self.device(2, "pulse", inputs: 32, outputs: 32, isDefault: true),
            Self.device(3, "USB Speaker", outputs: 2),
        ]
        #expect(try AudioDevices.find(nil, for: .output, in: all).index == 2)
        #expect(try AudioDevices.find("usb", for: .output, in: all).index == 3)
        #expect(try AudioDevices.find("usb", for: .input, in: all).index == 1)
        #expect(try AudioDevices.find("0", for: .output, in: all).index == 0)
        #expect(try AudioDevices.find("pulse", for: .input, in: all).index == 2)
        let error = #expect(throws: SoundError.self) { try AudioDevices.find("HDMI", for: .input, in: all) }
        #expect(error?.sentence.contains("USB Microphone") == true)
        let none = #expect(throws: SoundError.self) { try AudioDevices.find(nil, for: .input, in: [all[0]]) }
        #expect(none?.code == .noDevice)
        #expect(none?.sentence.contains("install") == true)
    }

    @Test("devices can be listed repeatedly, with and without any")
    func list() async throws {
        for _ in 0..<2 { #expect(try await AudioDevices.list().allSatisfy { !$0.name.isEmpty }) }
    }

    @Test("without a device, opening one throws", .enabled(if: devices.isEmpty, "this machine has devices"))
    func noDevice() {
        #expect(throws: SoundError.self) { _ = try DeviceSink(rate: 16_000) }
        #expect(throws: SoundError.self) { _ = try MicrophoneCapture() }
    }

    @Test(
        "a loudspeaker plays, drains and flushes in the time that sound takes",
        .enabled(if: devices.contains { $0.isDefaultOutput }, "needs a loudspeaker"), arguments: [16_000, 22_050])
    func plays(rate: Int) async throws {
        let sink = try DeviceSink(rate: rate)
        var silence = try SilenceGenerator(duration: .seconds(1), rate: rate)
        let start = ContinuousClock.now
        try await sink.play(silence.next(rate))
        try await sink.drain()
        let time = ContinuousClock.now - start
        #expect(time > .milliseconds(990) && time < .seconds(3), "took \(time)")
        // The buffer holds a quarter of a second, so playing returns when most of the second has sounded.
        try await sink.play([Int16](repeating: 0, count: rate))
        let sounded = await sink.flush()
        #expect((rate / 4..<rate).contains(sounded), "\(sounded) samples")
        #expect(await sink.flush() == 0)
        await sink.close()
        await sink.close()
        let error = await #expect(throws: SoundError.self) { try await sink.play([1]) }
        #expect(error?.code == .closed)
    }

    @Test(
        "a microphone gives blocks of 20 ms until it is stopped",
        .enabled(if: devices.contains { $0.isDefaultInput }, "needs a microphone"))
    func records() async throws {
        let microphone = try MicrophoneCapture()
        var count = 0
        for _ in 0..<10 { count += try #require(await microphone.next()).samples.count }
        #expect(abs(count - 3_200) < 100)
        async let last = microphone.next()
        await microphone.stop()
        _ = try await last
        #expect(try await microphone.next() == nil)
    }
}
