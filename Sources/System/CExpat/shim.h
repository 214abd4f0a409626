// Expat 2.5: XML.
#include <expat.h>
