// zlib 1.2: the packing of zip archives.
#include <zlib.h>
