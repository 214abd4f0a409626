import SaybusMessages

/// Streams, videos and screens.
extension ResponseBuilder {
    /// A stream is played after the speech.
    ///
    /// - Parameters:
    ///   - playBehavior: What happens to streams that play or wait.
    ///   - url: Where the stream is.
    ///   - token: How the skill names it.
    ///   - offsetInMilliseconds: Where it begins.
    ///   - expectedPreviousToken: The one that must be playing or waiting last; left out save with ``PlayBehavior/enqueue``.
    ///   - metadata: What a screen shows meanwhile.
    @discardableResult
    public func addAudioPlayerPlayDirective(
        _ playBehavior: PlayBehavior, url: String, token: String, offsetInMilliseconds: Int = 0,
        expectedPreviousToken: String? = nil, metadata: JSONValue? = nil
    ) -> ResponseBuilder {
        let stream = PlayDirective.Stream(
            url: url, token: token,
            expectedPreviousToken: playBehavior == .enqueue ? expectedPreviousToken : nil,
            offsetInMilliseconds: offsetInMilliseconds)
        let item = PlayDirective.AudioItem(stream: stream, metadata: metadata)
        return addDirective(.play(PlayDirective(playBehavior: playBehavior, audioItem: item)))
    }

    /// The stream that plays is stopped.
    @discardableResult
    public func addAudioPlayerStopDirective() -> ResponseBuilder { addDirective(.stop) }

    /// Streams that wait are dropped.
    @discardableResult
    public func addAudioPlayerClearQueueDirective(
        _ clearBehavior: ClearQueueDirective.ClearBehavior
    ) -> ResponseBuilder {
        addDirective(.clearQueue(ClearQueueDirective(clearBehavior: clearBehavior)))
    }

    /// A video is shown after the speech; it is outside of sessions, so nothing is said any more about the session's end.
    @discardableResult
    public func addVideoAppLaunchDirective(
        source: String, title: String? = nil, subtitle: String? = nil
    ) -> ResponseBuilder {
        var item: [String: JSONValue] = ["source": .string(source)]
        let metadata = ["title": title, "subtitle": subtitle].compactMapValues { $0.map(JSONValue.string) }
        if !metadata.isEmpty { item["metadata"] = .object(metadata) }
        return addDirective(.unknown(RawObject(type: Directive.videoLaunch, members: ["videoItem": .object(item)])))
    }

    /// A screen shows a template, as Alexa describes them.
    @discardableResult
    public func addRenderTemplateDirective(_ template: JSONValue) -> ResponseBuilder {
        addDirective(.unknown(RawObject(type: "Display.RenderTemplate", members: ["template": template])))
    }

    /// A screen shows what could be said.
    @discardableResult
    public func addHintDirective(_ text: String) -> ResponseBuilder {
        let hint: JSONValue = ["type": "PlainText", "text": .string(text)]
        return addDirective(.unknown(RawObject(type: "Hint", members: ["hint": hint])))
    }
}
