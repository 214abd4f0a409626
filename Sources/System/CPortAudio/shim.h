// PortAudio 19: microphones and loudspeakers.
#include <portaudio.h>
