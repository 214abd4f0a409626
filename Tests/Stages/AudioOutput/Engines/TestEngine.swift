import Foundation
import SaybusExternalEngines
import SaybusFlite
import SaybusMessages
import SaybusModelStore
import SaybusTesting

@testable import SaybusAudioOutput

/// The engines under test, set up as users do.
enum TestEngine: String, CaseIterable, Sendable {
    case espeak, flite, piper, auto, wyoming, command

    /// A running engine, with the server that must live as long.
    struct Running: Sendable {
        let synthesizer: any Synthesizer
        var server: ProgramUnderTest?
    }

    static let program = "/usr/bin/espeak-ng"
    static let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "/usr/bin/python3"

    /// Whether the engine can be tested on this machine.
    var isInstalled: Bool {
        switch self {
        case .espeak, .auto: true
        case .flite: FliteVoiceEntry.all[0].isInstalled
        case .piper: Self.hasPiper
        case .wyoming: Self.hasProgram && Self.hasWyoming
        case .command: Self.hasProgram
        }
    }

    /// Whether the engine speaks languages other than English.
    var speaksGerman: Bool { self != .flite && self != .piper }

    static let hasPiper =
        ModelStore().installed("onnxruntime") != nil && ModelStore().installed("piper-en_US-joe-medium") != nil
    static let installed = allCases.filter(\.isInstalled)
    static let hasProgram = FileManager.default.isExecutableFile(atPath: program)
    static let hasWyoming = ProgramUnderTest.succeeds(python, ["-c", "import wyoming.server, wyoming.tts"])

    /// Starts the engine.
    func start(timeout: Duration = .seconds(10)) async throws -> Running {
        switch self {
        case .espeak: return Running(synthesizer: EspeakSynthesizer(voice: "en-us", cacheBytes: 0))
        case .flite: return Running(synthesizer: FliteSynthesizer(cacheBytes: 0))
        case .piper: return Running(synthesizer: PiperSynthesizer(cacheBytes: 0))
        case .auto: return Running(synthesizer: try SynthesisEngine.auto.synthesizer(voice: nil))
        case .command:
            let script =
                "exec \(Self.program) --stdin --stdout -v \"${SAYBUS_VOICE:-en-us}\" -s \"${SAYBUS_RATE:-175}\""
            return Running(
                synthesizer: CommandSynthesizer(["/bin/sh", "-c", script], rate: 22_050, timeout: timeout))
        case .wyoming:
            let path = "/tmp/saybus-\(UUID().uuidString.prefix(8)).sock"
            let server = try ProgramUnderTest(Self.python, ["-c", Self.server, "unix://\(path)", Self.program])
            try await server.line { $0 == "listening" }
            return Running(
                synthesizer: WyomingSynthesizer(.unix(path: path), timeout: timeout), server: server)
        }
    }

    /// A server made of the Wyoming protocol's own classes that speaks with espeak-ng, and fails as its text requests.
    private static let server = """
        import asyncio, os, sys, wave
        from wyoming.audio import AudioChunk, AudioStart, AudioStop
        from wyoming.error import Error
        from wyoming.event import Event
        from wyoming.info import Attribution, Describe, Info, TtsProgram, TtsVoice, TtsVoiceSpeaker
        from wyoming.server import AsyncEventHandler, AsyncServer
        from wyoming.tts import Synthesize

        source = Attribution(name="test", url="")
        def voice(name, languages, speakers=None):
            return TtsVoice(name=name, attribution=source, installed=True, description=None, version=None,
                            languages=languages, speakers=speakers)
        voices = [voice("en-us", ["en_US"]), voice("de", ["de_DE"]),
                  voice("en", ["en_GB"], [TtsVoiceSpeaker(name="f2"), TtsVoiceSpeaker(name="f3")])]
        info = Info(tts=[TtsProgram(name="espeak", attribution=source, installed=True, description=None, version=None,
                                    voices=voices)])

        class Handler(AsyncEventHandler):
            async def handle_event(self, event):
                if Describe.is_type(event.type):
                    await self.write_event(info.event())
                elif Synthesize.is_type(event.type):
                    return await self.synthesize(Synthesize.from_event(event))
                return True

            async def synthesize(self, request):
                text = request.text.strip()
                if text == "refuse":
                    await self.write_event(Error("no model").event())
                    return True
                if text == "garbage":
                    self.writer.write(b"nonsense\\n" * 100)
                    await self.writer.drain()
                    return True
                if text == "hang":
                    await asyncio.sleep(60)
                if text == "die":
                    os._exit(1)
                if text == "leave":
                    return False
                await self.write_event(Event("ping", {"text": "hello"}))
                name = "en-us"
                if request.voice is not None and request.voice.name is not None:
                    name = request.voice.name + ("+" + request.voice.speaker if request.voice.speaker else "")
                process = await asyncio.create_subprocess_exec(
                    sys.argv[2], "--stdin", "--stdout", "-v", name, stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE)
                process.stdin.write(text.encode())
                process.stdin.close()
                await process.stdout.readexactly(44)
                form = {"rate": 22050, "width": 2, "channels": 1}
                await self.write_event(AudioStart(**form).event())
                count = 0
                while True:
                    data = await process.stdout.read(2048)
                    if not data:
                        break
                    if len(data) % 2:
                        data += await process.stdout.readexactly(1)
                    await self.write_event(AudioChunk(audio=data, **form).event())
                    count += 1
                    if text == "break off" and count == 5:
                        return False
                    if text == "stick" and count == 5:
                        await asyncio.sleep(60)
                await process.wait()
                await self.write_event(AudioStop().event())
                return True

        async def main():
            server = AsyncServer.from_uri(sys.argv[1])
            await server.start(Handler)
            print("listening", flush=True)
            await asyncio.Event().wait()
        asyncio.run(main())
        """
}
