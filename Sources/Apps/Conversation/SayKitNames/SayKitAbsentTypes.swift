// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// SayKit's types without an equivalent type, so that the compiler says what does their work here.

// MARK: Views

@available(
    *, unavailable, message: "There is no view. ConversationManager.startCommandRequest() listens for a command."
)
public enum SAYCommandBar {}
@available(*, unavailable, message: "There is no view. ConversationManager presents requests and knows the commands.")
public enum SAYCommandBarController {}
@available(*, unavailable, message: "There is no view. Call ConversationManager.startCommandRequest().")
public protocol SAYCommandBarDelegate {}
@available(*, unavailable, message: "There is no view.")
public enum SAYCommandBarPresentationController {}
@available(*, unavailable, message: "There is no view. The messages voice.request and speech.partial have its content.")
public enum SAYVoiceRequestView {}
@available(*, unavailable, message: "There is no view. The message listen.level has the level.")
public enum SAYWaveformView {}
@available(*, unavailable, message: "There is no view. Call ConversationManager.startCommandRequest().")
public protocol SAYVoiceRequestMicrophoneDelegate {}
@available(*, unavailable, message: "There is no view. The message voice.request has the state of a question.")
public enum SAYVoiceRequestViewMicState {}

// MARK: The work of stages

@available(
    *, unavailable, message: "The listening and transcription stages do this. An app sets VoiceRequest.recognition."
)
public protocol SAYSpeechRecognitionService {}
@available(
    *, unavailable, message: "The messages speech.started, speech.partial and speech.transcript tell what is heard."
)
public protocol SAYSpeechRecognitionServiceDelegate {}
@available(*, unavailable, message: "ConversationManager.requests runs one request at a time.")
public enum SAYSpeechRecognitionManager {}
@available(*, unavailable, message: "The messages voice.request and speech.partial tell of an open question.")
public protocol SAYSpeechRecognitionManagerDelegate {}
@available(*, unavailable, message: "The message voice.request has the state of a question.")
public enum SAYSpeechRecognitionSessionState {}
@available(*, unavailable, message: "Choose the engine of saybus-transcribe: saybus engines lists them.")
public enum SAYStandardSpeechRecognizer {}
@available(*, unavailable, message: "Choose the engine of saybus-intent. An app publishes its phrases by itself.")
public enum SAYStandardIntentRecognizer {}
@available(*, unavailable, message: "No keys are needed. Engines load when their stages start.")
public enum SAYAPIKeyManager {}
@available(*, unavailable, message: "The audio stage owns the synthesizer. Post a SpeechEvent.")
public enum SAYManagedSynthesizer {}
@available(*, unavailable, message: "The audio stage owns the synthesizer. Post a SpeechEvent.")
public enum SAYSpeechSynthesizerProxy {}
@available(*, unavailable, message: "The audio stage owns the synthesizer. A completion gets an AudioOutcome.")
public protocol SAYSpeechSynthesizerProxyDelegate {}
@available(*, unavailable, message: "The audio stage owns the synthesizer. Post a SpeechEvent.")
public protocol SAYManagedSynthesizerDependant {}
@available(*, unavailable, message: "The audio stage decides which track plays: AudioTrack.hasFocus.")
public protocol SAYAudioFocusRequester {}
@available(*, unavailable, message: "The audio stage decides which track plays: AudioTrack.hasFocus.")
public protocol SAYAudioFocusGuard {}
@available(*, unavailable, message: "The audio stage plays the events: an AudibleEvent has operations of its own.")
open class SAYOperation {}
@available(*, unavailable, message: "A completion gets an AudioOutcome, and addEvent(_:onStart:completion:) the start.")
public protocol SAYOperationObserver {}
@available(*, unavailable, message: "Call ConversationManager.presentVoiceRequest(_:).")
public enum SAYVoiceRequestPresenter {}

// MARK: Values

@available(*, unavailable, message: "The intent is the message SpeechIntent. A BlockCommandMatcher gets the text.")
public enum SAYSpeechIntent {}
@available(*, unavailable, message: "Use StandardRequestResponder.retryForever.")
public var SAYVoiceRequestRetryForever: Int { Int.max }
