// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// SayKit's names of types, so that the compiler says what they are called here.

@available(*, unavailable, renamed: "AudibleEvent") public typealias SAYAudioEvent = any AudibleEvent
@available(*, unavailable, renamed: "AudioEventListener") public typealias SAYAudioEventListener =
    any AudioEventListener
@available(*, unavailable, renamed: "AudioEventSequence") public typealias SAYAudioEventSequence = AudioEventSequence
@available(*, unavailable, renamed: "AudioEventSequenceItem") public typealias SAYAudioEventSequenceItem =
    AudioEventSequenceItem
@available(*, unavailable, renamed: "AudioEventSource") public typealias SAYAudioEventSource = any AudioEventSource
@available(*, unavailable, renamed: "AudioSequenceGenerator") public typealias SAYAudioSequenceGenerator =
    AudioSequenceGenerator
@available(*, unavailable, renamed: "AudioTrack") public typealias SAYAudioTrack = AudioTrack
@available(*, unavailable, renamed: "AudioTrackCoordinator") public typealias SAYAudioTrackCoordinator =
    AudioTrackCoordinator
@available(*, unavailable, renamed: "AvailableCommandsCommandRecognizer") public typealias
    SAYAvailableCommandsCommandRecognizer = AvailableCommandsCommandRecognizer
@available(*, unavailable, renamed: "BackCommandRecognizer") public typealias SAYBackCommandRecognizer =
    BackCommandRecognizer
@available(*, unavailable, renamed: "BlockCommandMatcher") public typealias SAYBlockCommandMatcher = BlockCommandMatcher
@available(*, unavailable, renamed: "Command") public typealias SAYCommand = Command
@available(*, unavailable, renamed: "CommandMenuItem") public typealias SAYCommandMenuItem = CommandMenuItem
@available(*, unavailable, renamed: "CommandRecognizerCatalog") public typealias SAYCommandRecognizerCatalog =
    CommandRecognizerCatalog
@available(*, unavailable, renamed: "CommandSuggestion") public typealias SAYCommandSuggestion = CommandSuggestion
@available(*, unavailable, renamed: "CompositeEvent") public typealias SAYCompositeEvent = CompositeEvent
@available(*, unavailable, renamed: "ConfirmationRequest") public typealias SAYConfirmationRequest = ConfirmationRequest
@available(*, unavailable, renamed: "ConversationManager") public typealias SAYConversationManager = ConversationManager
@available(*, unavailable, renamed: "ConversationTopic") public typealias SAYConversationTopic = ConversationTopic
@available(*, unavailable, renamed: "CustomCommandRecognizer") public typealias SAYCustomCommandRecognizer =
    CustomCommandRecognizer
@available(*, unavailable, renamed: "DecreaseSpeechRateCommandRecognizer") public typealias
    SAYDecreaseSpeechRateCommandRecognizer = DecreaseSpeechRateCommandRecognizer
@available(*, unavailable, renamed: "DecreaseSpeechVolumeCommandRecognizer") public typealias
    SAYDecreaseSpeechVolumeCommandRecognizer = DecreaseSpeechVolumeCommandRecognizer
@available(*, unavailable, renamed: "HelpCommandRecognizer") public typealias SAYHelpCommandRecognizer =
    HelpCommandRecognizer
@available(*, unavailable, renamed: "HomeCommandRecognizer") public typealias SAYHomeCommandRecognizer =
    HomeCommandRecognizer
@available(*, unavailable, renamed: "IncreaseSpeechRateCommandRecognizer") public typealias
    SAYIncreaseSpeechRateCommandRecognizer = IncreaseSpeechRateCommandRecognizer
@available(*, unavailable, renamed: "IncreaseSpeechVolumeCommandRecognizer") public typealias
    SAYIncreaseSpeechVolumeCommandRecognizer = IncreaseSpeechVolumeCommandRecognizer
@available(*, unavailable, renamed: "Interpretation") public typealias SAYInterpretation = Interpretation<Never>
@available(*, unavailable, renamed: "NextCommandRecognizer") public typealias SAYNextCommandRecognizer =
    NextCommandRecognizer
@available(*, unavailable, renamed: "NumericalRequest") public typealias SAYNumericalRequest = NumericalRequest
@available(*, unavailable, renamed: "PatternCommandMatcher") public typealias SAYPatternCommandMatcher =
    PatternCommandMatcher
@available(*, unavailable, renamed: "PatternMatch") public typealias SAYPatternMatch = PatternMatch
@available(*, unavailable, renamed: "PatternMatchRequest") public typealias SAYPatternMatchRequest = PatternMatchRequest
@available(*, unavailable, renamed: "PauseCommandRecognizer") public typealias SAYPauseCommandRecognizer =
    PauseCommandRecognizer
@available(*, unavailable, renamed: "PlayCommandRecognizer") public typealias SAYPlayCommandRecognizer =
    PlayCommandRecognizer
@available(*, unavailable, renamed: "PreviousCommandRecognizer") public typealias SAYPreviousCommandRecognizer =
    PreviousCommandRecognizer
@available(*, unavailable, renamed: "SearchCommandRecognizer") public typealias SAYSearchCommandRecognizer =
    SearchCommandRecognizer
@available(*, unavailable, renamed: "SelectCommandRecognizer") public typealias SAYSelectCommandRecognizer =
    SelectCommandRecognizer
@available(*, unavailable, renamed: "SelectOption") public typealias SAYSelectOption = SelectOption
@available(*, unavailable, renamed: "SelectRequest") public typealias SAYSelectRequest = SelectRequest
@available(*, unavailable, renamed: "SelectResult") public typealias SAYSelectResult = SelectResult
@available(*, unavailable, renamed: "SetSpeechRateCommandRecognizer") public typealias
    SAYSetSpeechRateCommandRecognizer = SetSpeechRateCommandRecognizer
@available(*, unavailable, renamed: "SetSpeechVolumeCommandRecognizer") public typealias
    SAYSetSpeechVolumeCommandRecognizer = SetSpeechVolumeCommandRecognizer
@available(*, unavailable, renamed: "SetVoiceCommandRecognizer") public typealias SAYSetVoiceCommandRecognizer =
    SetVoiceCommandRecognizer
@available(*, unavailable, renamed: "SettingsCommandRecognizer") public typealias SAYSettingsCommandRecognizer =
    SettingsCommandRecognizer
@available(*, unavailable, renamed: "SilenceEvent") public typealias SAYSilenceEvent = SilenceEvent
@available(*, unavailable, renamed: "SoundBoard") public typealias SAYSoundBoard = SoundBoard
@available(*, unavailable, renamed: "SpeechEvent") public typealias SAYSpeechEvent = SpeechEvent
@available(*, unavailable, renamed: "SpeechRecognitionResult") public typealias SAYSpeechRecognitionResult =
    SpeechRecognitionResult
@available(*, unavailable, renamed: "SpeechRecognitionResult") public typealias SAYSpeechTranscript =
    SpeechRecognitionResult
@available(*, unavailable, renamed: "StandardRequestResponder") public typealias SAYStandardRequestResponder =
    StandardRequestResponder<Never>
@available(*, unavailable, renamed: "StandardVoiceRequest") public typealias SAYStandardVoiceRequest =
    StandardVoiceRequest<Never>
@available(*, unavailable, renamed: "StringRequest") public typealias SAYStringRequest = StringRequest
@available(*, unavailable, renamed: "SwitchTabCommandRecognizer") public typealias SAYSwitchTabCommandRecognizer =
    SwitchTabCommandRecognizer
@available(*, unavailable, renamed: "TextCommandMatcher") public typealias SAYTextCommandMatcher =
    any TextCommandMatcher
@available(*, unavailable, renamed: "ToneEvent") public typealias SAYToneEvent = ToneEvent
@available(*, unavailable, renamed: "ValidationError") public typealias SAYValidationError = ValidationError
@available(*, unavailable, renamed: "VerbalCommandRecognizer") public typealias SAYVerbalCommandRecognizer =
    VerbalCommandRecognizer
@available(*, unavailable, renamed: "VerbalCommandRegistry") public typealias SAYVerbalCommandRegistry =
    any VerbalCommandRegistry
@available(*, unavailable, renamed: "VerbalCommandRequest") public typealias SAYVerbalCommandRequest =
    VerbalCommandRequest
@available(*, unavailable, renamed: "VoiceRequestResponse") public typealias SAYVerbalCommandResponse =
    VoiceRequestResponse
@available(*, unavailable, renamed: "VoicePrompt") public typealias SAYVoicePrompt = VoicePrompt
@available(*, unavailable, renamed: "VoiceRequest") public typealias SAYVoiceRequest = any VoiceRequest
@available(*, unavailable, renamed: "VoiceRequestController") public typealias SAYVoiceRequestController =
    VoiceRequestController
@available(*, unavailable, renamed: "VoiceRequestInterpreter") public typealias SAYVoiceRequestInterpreter =
    any VoiceRequestInterpreter
@available(*, unavailable, renamed: "VoiceRequestResponder") public typealias SAYVoiceRequestResponder =
    any VoiceRequestResponder
@available(*, unavailable, renamed: "VoiceRequestResponse") public typealias SAYVoiceRequestResponse =
    VoiceRequestResponse
@available(*, unavailable, renamed: "VoiceRequestSoundBoard") public typealias SAYVoiceRequestSoundBoard =
    VoiceRequestSoundBoard
