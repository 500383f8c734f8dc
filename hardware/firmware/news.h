/* What the board says of itself: hello, and at regular times heartbeat and health. */
#ifndef HARDWARE_FIRMWARE_NEWS_H
#define HARDWARE_FIRMWARE_NEWS_H

#include <stdint.h>

void news_tell_hello(uint8_t flags);
void news_tell_health(void);
/* What is due. */
void news_tell(void);

#endif
