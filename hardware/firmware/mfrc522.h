/* The readers' chips: registers over SPI, and one exchange with a tag at a time. */
#ifndef HARDWARE_FIRMWARE_MFRC522_H
#define HARDWARE_FIRMWARE_MFRC522_H

#include <stdbool.h>
#include <stdint.h>

enum { MFRC522_MOST = 9 }; /* bytes of an exchange, each way */

/* Resets all and gives them time to start. */
void mfrc522_begin(void);
/* Whether it is there and set up; sets it up if it was not. */
bool mfrc522_is_there(uint8_t pad);
void mfrc522_set_field(uint8_t pad, bool on);
/* Sends bytes to a tag in the field, `bits` of the last one (0: all). */
void mfrc522_ask(uint8_t pad, const uint8_t *bytes, uint8_t count, uint8_t bits);
/* Whether anything has come in answer. */
bool mfrc522_has_answer(uint8_t pad);
/* The answer's length, or 0 if it was damaged, which two tags at a time look like. */
uint8_t mfrc522_answer(uint8_t pad, uint8_t bytes[MFRC522_MOST]);

#endif
