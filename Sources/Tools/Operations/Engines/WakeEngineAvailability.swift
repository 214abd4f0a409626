import SaybusMicroWakeWord
import SaybusTranscription

/// The availability of the methods of wake word detection.
public enum WakeEngineAvailability {
    /// Returns the methods, as `saybus-listen --wake-engine` names them.
    public static func all() -> [EngineAvailability] {
        let keywords = RecognitionEngine.pocketsphinx.availability()
        return [
            micro(),
            EngineAvailability(
                engine: "wake: keywords", isInstalled: keywords.isInstalled,
                detail: keywords.isInstalled ? "any phrase, by pocketsphinx" : keywords.detail,
                install: keywords.install),
        ]
    }

    static func micro() -> EngineAvailability {
        do throws(MicroWakeWordError) {
            return EngineAvailability(
                engine: "wake: micro", isInstalled: true, detail: try MicroWakeWordModels.installation(), install: nil)
        } catch {
            return EngineAvailability(
                engine: "wake: micro", isInstalled: false, detail: error.reason, install: MicroWakeWordModels.remedy)
        }
    }
}
