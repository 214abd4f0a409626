import SaybusMessages
import SaybusSupport
import Testing

@testable import SaybusIntentRecognition

@Suite("The model that is trained in the background")
struct BackgroundTrainerTests {
    private static func catalog(
        timer: [String] = ["set a timer for @minutes:Number minutes"], next: Bool = true, summary: String? = nil,
        rooms: [String] = ["kitchen", "hall"]
    ) -> Catalog {
        let light = Catalog.Command(type: "Light", patterns: ["switch the @room:Room light on"], summary: summary)
        let song = Catalog.Command(type: "Next", patterns: ["next song", "skip this song"], summary: summary)
        return Catalog(
            app: "home",
            commands: [.init(type: "Timer", patterns: timer, summary: summary), light] + (next ? [song] : []),
            slotTypes: [.init(name: "Room", values: rooms.map { .init(value: $0) })])
    }

    /// Recognizers with a trained model, and the commands that they find in sentences that no pattern matches.
    private struct Trained {
        var recognizers = RecognizerSet(IntentStage.Settings())
        static let sentences = ["please set the timer for ten minutes", "switch on the hall light", "skip song"]

        init() async {
            recognizers.update([BackgroundTrainerTests.catalog()])
            await train()
        }

        /// Trains until one model is there.
        func train() async {
            let (outcomes, outcome) = AsyncStream<Void>.makeStream()
            let trainer = recognizers.trainer
            let training = Task { await trainer.run { _ in outcome.yield() } }
            for await _ in outcomes { break }
            training.cancel()
            await training.value
        }

        func found() async throws -> [String?] {
            var found: [String?] = []
            for sentence in Self.sentences {
                let transcript = SpeechTranscript(text: sentence, engine: "test")
                let hypotheses = try await recognizers.recognition(transcript, in: .default).hypotheses
                found.append(hypotheses.first.flatMap { $0.matcher == StatisticalRecognizer.name ? $0.type : nil })
            }
            return found
        }
    }

    @Test("a change that the model does not depend on needs no training")
    func summaries() async throws {
        #expect(TrainingMaterial([Self.catalog()]) == TrainingMaterial([Self.catalog(summary: "Does it.")]))
        #expect(TrainingMaterial([Self.catalog()]) != TrainingMaterial([Self.catalog(next: false)]))
        var trained = await Trained()
        #expect(try await trained.found() == ["Timer", "Light", "Next"])
        trained.recognizers.update([Self.catalog(summary: "Does it.")])
        #expect(try await trained.found() == ["Timer", "Light", "Next"])
    }

    @Test("a trainer that has learnt a catalog does not learn it again after a change of its summaries")
    func trainedOnce() async throws {
        var recognizers = RecognizerSet(IntentStage.Settings())
        let (trainer, models) = (recognizers.trainer, Watched(0))
        let training = Task { await trainer.run { _ in models.change { $0 += 1 } } }
        recognizers.update([Self.catalog()])
        try await models.require("a model") { $0 == 1 }
        recognizers.update([Self.catalog(summary: "Does it.")])
        let isAgain = await models.wait(within: BackgroundTrainer.settlingTime + .seconds(2)) { $0 > 1 }
        #expect(!isAgain)
        training.cancel()
        await training.value
    }

    @Test("until a new model is trained, the former one serves for the commands that have not changed, and no others")
    func former() async throws {
        var trained = await Trained()
        let others = makeCatalog(["Ring": ["ring the bell"]], app: "bell")
        trained.recognizers.update([others, Self.catalog()])
        #expect(try await trained.found() == ["Timer", "Light", "Next"])
        trained.recognizers.update([Self.catalog(timer: ["set a timer for @hours:Number hours"])])
        #expect(try await trained.found() == [nil, "Light", "Next"])
        trained.recognizers.update([Self.catalog(next: false)])
        #expect(try await trained.found() == ["Timer", "Light", nil])
        trained.recognizers.update([Self.catalog(rooms: ["kitchen", "bath"])])
        #expect(try await trained.found() == ["Timer", nil, "Next"])
        trained.recognizers.update([])
        #expect(try await trained.found() == [nil, nil, nil])
    }
}
