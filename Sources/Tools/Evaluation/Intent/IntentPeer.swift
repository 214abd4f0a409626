/// Another recognizer that is evaluated with the same samples.
public enum IntentPeer: String, Sendable, CaseIterable {
    /// scikit-learn's LinearSVC for intents, CRFsuite for slots.
    case sklearn
    /// Home Assistant's template matcher.
    case hassil

    /// The packages that pip installs for the recognizer.
    var packages: [String] {
        switch self {
        case .sklearn: ["scikit-learn==1.7.2", "python-crfsuite==0.9.11"]
        case .hassil: ["hassil==3.12.1"]
        }
    }
}
