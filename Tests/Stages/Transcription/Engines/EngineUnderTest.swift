import Foundation
import SaybusEspeakNG
import SaybusExternalEngines
import SaybusPocketSphinx
import SaybusTesting
import SaybusVosk
import SaybusWhisper
import Testing

@testable import SaybusTranscription

/// An engine under the conformance suite. All engines understand "next song" spoken by espeak-ng.
///
/// Small stand-ins replace external programs, servers and libraries. They only distinguish loud from quiet, but are
/// used like the real ones: the sound goes through real pipes, sockets and the C interface.
struct EngineUnderTest: Sendable, CustomTestStringConvertible {
    let name: String
    let isRunnable: Bool
    let make: @Sendable (EngineUnderTest.Helper) async throws -> any SpeechRecognizer

    var testDescription: String { name }

    /// An object that must live as long as the test.
    final class Helper {
        var server: ProgramUnderTest?
        let path = "/tmp/saybus-\(UUID().uuidString.prefix(8))"

        deinit {
            server?.send(SIGKILL)
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"

    static let all = [pocketsphinx, command, wyoming, vosk, whisper].filter(\.isRunnable)

    static let pocketsphinx = EngineUnderTest(
        name: "pocketsphinx", isRunnable: PocketSphinxRecognizer.isAvailable,
        make: { _ in try PocketSphinxRecognizer(model: SphinxModel()) })

    static let command = EngineUnderTest(
        name: "command",
        isRunnable: SynthesizedSpeech.isAvailable && FileManager.default.isExecutableFile(atPath: python),
        make: { _ in CommandRecognizer([python, "-c", program], timeout: .seconds(20)) })

    static let wyoming = EngineUnderTest(
        name: "wyoming", isRunnable: SynthesizedSpeech.isAvailable && hasWyoming,
        make: { helper in
            let server = try ProgramUnderTest(python, ["-c", EngineUnderTest.server, "unix://\(helper.path)"])
            helper.server = server
            try await server.line { $0 == "listening" }
            return WyomingRecognizer(.unix(path: helper.path), timeout: .seconds(20))
        })

    static let vosk = EngineUnderTest(
        name: "vosk", isRunnable: SynthesizedSpeech.isAvailable && VoskDouble.isAvailable,
        make: { helper in
            let library = try VoskDouble.library(in: helper.path)
            return try VoskRecognizer(library: library, model: helper.path)
        })

    static let whisper = EngineUnderTest(
        name: "whisper", isRunnable: SynthesizedSpeech.isAvailable && WhisperDouble.isAvailable,
        make: { helper in
            let library = try WhisperDouble.library(in: helper.path)
            let model = try WhisperModelFile(try WhisperDouble.model(in: helper.path))
            return try WhisperRecognizer(library: library, model: model, timeout: .seconds(20))
        })

    static let hasWyoming = ProgramUnderTest.succeeds(python, ["-c", "import wyoming.server, wyoming.asr"])

    private static let program = """
        import array, json, sys
        heard = False
        while True:
            data = sys.stdin.buffer.read1(6400)
            if not data:
                break
            if not heard and max(abs(s) for s in array.array("h", data[:len(data) // 2 * 2])) > 2000:
                heard = True
                print(json.dumps({"partial": "Next"}), flush=True)
        print(json.dumps({"text": "Next song." if heard else "", "confidence": 0.9}))
        """

    static let server = """
        import array, asyncio, sys
        from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStart
        from wyoming.audio import AudioChunk, AudioStart, AudioStop
        from wyoming.error import Error
        from wyoming.server import AsyncEventHandler, AsyncServer
        behaviour = sys.argv[2] if len(sys.argv) > 2 else ""
        class Handler(AsyncEventHandler):
            heard = False
            async def handle_event(self, event):
                if Transcribe.is_type(event.type):
                    assert Transcribe.from_event(event).language == "en"
                elif AudioStart.is_type(event.type):
                    start = AudioStart.from_event(event)
                    assert (start.rate, start.width, start.channels) == (16000, 2, 1)
                elif AudioChunk.is_type(event.type):
                    if behaviour == "leaves":
                        return False
                    chunk = AudioChunk.from_event(event)
                    if not self.heard and max(abs(s) for s in array.array("h", chunk.audio)) > 2000:
                        self.heard = True
                        await self.write_event(TranscriptStart().event())
                        await self.write_event(TranscriptChunk("Next").event())
                elif AudioStop.is_type(event.type):
                    if behaviour == "garbage":
                        self.writer.write(b"nonsense\\n")
                        await self.writer.drain()
                    elif behaviour == "refuses":
                        await self.write_event(Error("no model").event())
                    elif behaviour != "hangs":
                        await self.write_event(Transcript("Next song." if self.heard else "").event())
                    return behaviour == "hangs"
                return True
        async def main():
            server = AsyncServer.from_uri(sys.argv[1])
            await server.start(Handler)
            print("listening", flush=True)
            await asyncio.Event().wait()
        asyncio.run(main())
        """
}
