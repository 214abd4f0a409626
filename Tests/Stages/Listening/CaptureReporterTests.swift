import ArgumentParser
import SaybusBus
import SaybusMessages
import SaybusSound
import SaybusStage
import SaybusTesting
import Testing

@testable import SaybusListening

@Suite("Problems of a source", .timeLimit(.minutes(1)))
struct CaptureReporterTests {
    @Test("each problem is shown until it is over itself, the most severe one first")
    func several() async throws {
        let test = try TestBus()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: .listen, options: options, isEmbedded: true).run { context in
            try await context.ready()
            var reporter = CaptureReporter(context)
            reporter.report(.lost(samples: 320), of: "test")
            #expect(context.problem?.hasPrefix("20 ms of sound were lost") == true)
            context.setProblem("a processor fails", of: ListenProblem.processor)
            reporter.report(.fault(.silent), of: "test")
            #expect(context.problem == MicrophoneFault.silent.sentence())
            reporter.reportWake("the wake word cannot be heard")
            #expect(context.problem == "the wake word cannot be heard")
            reporter.reportWake(nil)
            #expect(context.problem == MicrophoneFault.silent.sentence())
            reporter.beginSilence("no microphone")
            reporter.report(.lost(samples: 320), of: "test")
            #expect(context.problem == "no microphone")
            reporter.endSilence(of: "test")
            #expect(context.problem == MicrophoneFault.silent.sentence())
            reporter.report(.faultless, of: "test")
            #expect(context.problem == "a processor fails")
            context.setProblem(nil, of: ListenProblem.processor)
            #expect(context.problem?.hasPrefix("20 ms of sound were lost") == true)
            reporter.report(.recovered, of: "test")
            #expect(context.problem == nil)
            reporter.report(.overflown(times: 3), of: "test")
            #expect(context.problem?.hasPrefix("the device lost sound 3 times") == true)
            reporter.report(.recovered, of: "test")
            #expect(context.problem == nil)
        }
    }

    @Test("that no wake word can be heard is a problem as long as one is waited for")
    func otherMode() async throws {
        let test = try TestBus()
        let options = try StageOptions.parse(["--bus", test.address.url])
        try await StageRunner(role: .listen, options: options, isEmbedded: true).run { context in
            try await context.ready()
            var listening = ListenOptions()
            (listening.mode, listening.wakeWords) = (.wake, [WakeWord(DeafDetector())])
            let services = ListenServices(bus: context.bus, logger: context.logger)
            var pipeline = CapturePipeline(
                context, session: .default, options: listening, isLive: false, services: services)
            let silence = [Int16](repeating: 0, count: 320)
            try await pipeline.take(AudioBlock(samples: silence, source: "test", position: 0))
            #expect(context.problem == DeafDetector.reason)
            let header = Header(
                kind: ListenRequest.kind, session: .default, source: context.bus.source, run: 1, sequence: 1)
            services.inbox.put(.request(Message(header: header, body: ListenRequest(mode: .continuous))))
            try await pipeline.takeEvents()
            #expect(context.problem == nil)
        }
    }
}

/// A detector whose server is away.
private struct DeafDetector: WakeWordDetector {
    static let reason = "the wake word cannot be heard"

    let phrase = "hey test"
    let searchesPauses = true
    var problem: String? { Self.reason }

    func begin() {}
    func process(_ samples: [Int16]) -> Range<Int>? { nil }
    func end() {}
}
