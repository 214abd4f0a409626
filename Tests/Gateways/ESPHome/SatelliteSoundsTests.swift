import Foundation
import SaybusTesting
import Testing

@testable import SaybusVoiceSatellite

@Suite("The sounds of Home Assistant as files")
struct SatelliteSoundsTests {
    @Test("those of an earlier run are removed, and not those of another satellite that has the folder")
    func left() throws {
        let folder = try TemporaryFolder()
        let sounds = SatelliteSounds(folder.path)
        let name = try sounds.write([1, 2, 3], rate: 16_000)
        try folder.write("door.wav", "RIFF")
        sounds.removeAll()
        #expect(FileManager.default.fileExists(atPath: folder.path(name)))
        sounds.removeAll(now: Date() + 7200)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["door.wav"])
        withExtendedLifetime(folder) {}
    }

    @Test("what the program has not written is never removed")
    func others() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder.path("sounds"), withIntermediateDirectories: false)
        let sounds = SatelliteSounds(folder.path("sounds"))
        for name in ["door.wav", "sounds/door.wav"] { try folder.write(name, "RIFF") }
        let own = try sounds.write([1, 2, 3], rate: 16_000)
        sounds.remove(["../door.wav", "door.wav", "satellite-x/../../door.wav", "..", own])
        #expect(FileManager.default.fileExists(atPath: folder.path("door.wav")))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("sounds")) == ["door.wav"])
        withExtendedLifetime(folder) {}
    }
}
