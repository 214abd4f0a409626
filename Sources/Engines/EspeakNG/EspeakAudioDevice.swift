/// Returns no audio device. Replaces the function of libpcaudio with which espeak-ng opens a loudspeaker.
///
/// espeak-ng opens a loudspeaker when it starts, although it gives its audio to this process only. It would hang
/// when the sound server hangs. The linker prefers the program's own function to a library's. Without a device
/// espeak-ng synthesizes as usual (version 1.51, `espeak_ng_InitializeOutput`).
@_cdecl("create_audio_device_object")
package func createAudioDeviceObject(
    _ device: UnsafePointer<CChar>?, _ application: UnsafePointer<CChar>?, _ description: UnsafePointer<CChar>?
) -> OpaquePointer? { nil }
