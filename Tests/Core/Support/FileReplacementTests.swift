import Foundation
import SaybusSupport
import SaybusTesting
import Testing

@Suite("The writing of a file that a user names")
struct FileReplacementTests {
    @Test("a link is followed, and a regular file is replaced")
    func link() throws {
        let folder = try TemporaryFolder()
        let (file, link) = (folder.path("file"), folder.path("link"))
        try Data("old".utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
        try FileReplacement.write(Data("new".utf8), to: link)
        #expect(FileManager.default.contents(atPath: file) == Data("new".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == file)
    }

    @Test("a device is written to and stays one, and a full one is an error")
    func device() throws {
        let error = #expect(throws: FileReplacement.Failure.self) {
            try FileReplacement.write(Data("new".utf8), to: "/dev/full")
        }
        #expect(error?.description == "No space left on device")
        try FileReplacement.write(Data("new".utf8), to: "/dev/null")
        for path in ["/dev/full", "/dev/null"] {
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            #expect(type == .typeCharacterSpecial)
        }
    }

    @Test("a folder, and a file in a folder that is missing, are refused with the reason")
    func folders() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: FileReplacement.Failure.self) {
            try FileReplacement.write(Data(), to: folder.path("none/file"))
        }
        #expect(error?.description.contains("does not exist") == true)
        #expect(throws: FileReplacement.Failure.self) { try FileReplacement.write(Data(), to: folder.path) }
    }
}
