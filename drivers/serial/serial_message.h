/*
 * The messages between a board's microcontroller and the daemon, one per frame: from a struct to a
 * frame and back. hardware/protocol.md says when each is sent; this is only how.
 *
 * Writing sets type, length and payload of a frame and leaves its sequence alone; what does not fit
 * is left out. Reading returns false if the frame is of another type or cannot be parsed; anything
 * that a later version may have appended to the known part is ignored.
 *
 * Squares are numbered row by row as on the board: a1 is 0, b1 is 1, and so on.
 */
#ifndef DRIVERS_SERIAL_SERIAL_MESSAGE_H
#define DRIVERS_SERIAL_SERIAL_MESSAGE_H

#include "serial_frame.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
	SERIAL_MAJOR = 1, /* of this protocol */
	SERIAL_MINOR = 1,
	SERIAL_SQUARES = 128,		     /* at most */
	SERIAL_BITS = SERIAL_SQUARES / 8,    /* bytes */
	SERIAL_CHANGES = SERIAL_PAYLOAD - 4, /* in one frame */
	SERIAL_UID = 16,		     /* bytes of a tag's number, at most */
	SERIAL_TAGS_A_SQUARE = 3,
	SERIAL_SETTINGS = 8, /* in one frame */
	SERIAL_NAME = 20,    /* characters of the firmware's name, at most */
	SERIAL_VERSION = 16,
	SERIAL_PADS = 4, /* readers beside the squares, at most */
	SERIAL_BUTTONS = 8,
	SERIAL_LAMP_BYTES = SERIAL_PAYLOAD - 1, /* two squares each */
	/* added to a square or a button: closed, seen or down; without it: open, gone or up */
	SERIAL_ON = 0x80
};

enum serial_type {
	/* the board says */
	SERIAL_HELLO = 0x01,
	SERIAL_HEARTBEAT = 0x02,
	SERIAL_CONTACTS = 0x03,
	SERIAL_CHANGED = 0x04,
	SERIAL_TAGS = 0x05,
	SERIAL_TAG = 0x06,
	SERIAL_HEALTH = 0x07,
	SERIAL_ACK = 0x08,
	SERIAL_NACK = 0x09,
	SERIAL_PRESSED = 0x0A, /* since 1.1 */
	/* the host says; the highest bit tells which way a frame goes */
	SERIAL_FROM_HOST = 0x80,
	SERIAL_ASK = 0x81,
	SERIAL_CONFIGURE = 0x82,
	SERIAL_REPORT = 0x83,
	SERIAL_LAMPS = 0x84 /* since 1.1 */
};

enum { SERIAL_REEDS = 1, SERIAL_READERS = 2 }; /* sensors */

enum serial_cause { /* of the last start */
		    SERIAL_BY_UNKNOWN,
		    SERIAL_BY_POWER,
		    SERIAL_BY_BUTTON,
		    SERIAL_BY_WATCHDOG,
		    SERIAL_BY_BROWN_OUT,
		    SERIAL_BY_SOFTWARE
};

enum { SERIAL_IS_ANSWER = 1 }; /* flags of a hello: it was requested, the board has not restarted */

enum { SERIAL_HAS_LAMPS = 1, SERIAL_HAS_SOUNDER = 2 }; /* parts */

struct serial_hello {
	uint8_t major, minor;
	uint8_t flags;
	uint8_t columns, rows;
	uint8_t sensors;
	uint8_t cause;
	uint16_t scan_hz, scan_hz_max;
	char firmware[SERIAL_NAME + 1], version[SERIAL_VERSION + 1]; /* ASCII from 20 to 7E */
	/* since 1.1; of an older board 0, and not written for one */
	uint8_t parts;
	uint8_t pads, buttons; /* how many */
};

enum { SERIAL_IS_CONFIGURED = 1 }; /* flags of a heartbeat */

struct serial_heartbeat {
	uint32_t t_us; /* by the controller's clock, here and below */
	uint8_t flags;
	uint16_t scan_hz; /* as achieved */
};

struct serial_contacts {
	uint32_t t_us;
	uint8_t count;		   /* bytes */
	uint8_t bits[SERIAL_BITS]; /* square n: byte n / 8, bit n % 8; 1 is closed */
};

struct serial_changed {
	uint32_t t_us;
	uint8_t count;
	uint8_t changes[SERIAL_CHANGES]; /* squares, SERIAL_ON if closed */
};

struct serial_uid {
	uint8_t square;
	uint8_t length;
	uint8_t bytes[SERIAL_UID];
};

struct serial_tag {
	uint32_t t_us;
	bool seen;
	struct serial_uid uid;
};

enum { SERIAL_SUPPLY_IS_LOW = 1 }; /* flags of a health */

struct serial_health {
	uint32_t t_us;
	uint8_t flags;
	uint16_t supply_mv;	     /* 0: not measured */
	uint16_t restarts;	     /* unrequested ones since power-up */
	uint16_t dropped;	     /* frames that could not be sent */
	uint16_t damaged;	     /* frames from the host */
	uint8_t count;		     /* bytes of silent */
	uint8_t silent[SERIAL_BITS]; /* squares whose reader does not respond, as in contacts */
};

enum serial_refusal {
	SERIAL_NO_SUCH_TYPE = 1,
	SERIAL_NOT_UNDERSTOOD = 2,
	SERIAL_NO_SUCH_SETTING = 3, /* detail: the setting */
	SERIAL_OUT_OF_RANGE = 4,    /* detail: the setting */
	SERIAL_NOT_NOW = 5
};

struct serial_answer {
	uint8_t sequence; /* of the host's frame */
	uint8_t refusal;  /* 0: an acknowledgement */
	uint8_t detail;
};

struct serial_pressed {
	uint32_t t_us;
	uint8_t button; /* from 0 on */
	bool down;
};

enum serial_setting_id {
	SERIAL_SCAN_HZ = 1,
	SERIAL_HEARTBEAT_MS = 2,
	SERIAL_HEALTH_S = 3,
	/* since 1.1 */
	SERIAL_LAMP_LIMIT = 4,
	SERIAL_DARK_MIN = 5
};

struct serial_setting {
	uint8_t id;
	uint16_t value;
};

struct serial_configure {
	uint8_t count;
	struct serial_setting settings[SERIAL_SETTINGS];
};

/* What a lamp means. Its colour and its pattern are the firmware's choice. */
enum serial_lamp {
	SERIAL_LAMP_OFF,
	SERIAL_LAMP_FROM,  /* the last move: where it began ... */
	SERIAL_LAMP_TO,	   /* ... and where it ended */
	SERIAL_LAMP_PUT,   /* a piece is to be put here */
	SERIAL_LAMP_TAKE,  /* the piece here is to be taken off the board */
	SERIAL_LAMP_BACK,  /* the piece that stood here is to come back */
	SERIAL_LAMP_CHECK, /* a look at this square is needed */
	SERIAL_LAMP_FAULT, /* its sensor does not work */
	SERIAL_LAMP_TURN,  /* on this side a player has to act */
	SERIAL_LAMP_EMPTY, /* set-up: a piece of this side is still to come here */
	SERIAL_LAMP_READY, /* set-up: this side is ready */
	SERIAL_LAMP_TEST,  /* the self-test wants something of this square */
	SERIAL_LAMP_COUNT  /* a later version may have more: those are off */
};

struct serial_lamps {
	uint8_t brightness;		  /* 0: dark, 255: as bright as they can be */
	uint8_t count;			  /* bytes */
	uint8_t lamps[SERIAL_LAMP_BYTES]; /* square n: byte n / 2, low half if n is even */
};

enum { SERIAL_WANT_CONTACTS = 1, SERIAL_WANT_TAGS = 2, SERIAL_WANT_HEALTH = 4 };

void serial_put_hello(struct serial_frame *frame, const struct serial_hello *hello);
bool serial_get_hello(const struct serial_frame *frame, struct serial_hello *hello);
void serial_put_heartbeat(struct serial_frame *frame, const struct serial_heartbeat *beat);
bool serial_get_heartbeat(const struct serial_frame *frame, struct serial_heartbeat *beat);
void serial_put_contacts(struct serial_frame *frame, const struct serial_contacts *contacts);
bool serial_get_contacts(const struct serial_frame *frame, struct serial_contacts *contacts);
void serial_put_changed(struct serial_frame *frame, const struct serial_changed *changed);
bool serial_get_changed(const struct serial_frame *frame, struct serial_changed *changed);
void serial_put_tag(struct serial_frame *frame, const struct serial_tag *tag);
bool serial_get_tag(const struct serial_frame *frame, struct serial_tag *tag);
void serial_put_health(struct serial_frame *frame, const struct serial_health *health);
bool serial_get_health(const struct serial_frame *frame, struct serial_health *health);
/* ACK or NACK */
void serial_put_answer(struct serial_frame *frame, const struct serial_answer *answer);
bool serial_get_answer(const struct serial_frame *frame, struct serial_answer *answer);
void serial_put_pressed(struct serial_frame *frame, const struct serial_pressed *pressed);
bool serial_get_pressed(const struct serial_frame *frame, struct serial_pressed *pressed);

/*
 * All tags on a run of squares. Begin it, add tags square by square in ascending order, and end it
 * with the number of squares that it covers; serial_add_tag() returns false, and changes nothing,
 * when there is no room for another.
 */
void serial_begin_tags(struct serial_frame *frame, uint8_t first);
bool serial_add_tag(struct serial_frame *frame, const struct serial_uid *uid);
void serial_end_tags(struct serial_frame *frame, uint8_t count);
/* Gets the run; true only if every tag in it can be read and is on one of its squares, in order. */
bool serial_get_tags(const struct serial_frame *frame, uint8_t *first, uint8_t *count);
/* Gets the tag at *at, which starts at 0 and is advanced; false after the last. */
bool serial_next_tag(const struct serial_frame *frame, uint8_t *at, struct serial_uid *uid);

void serial_put_ask(struct serial_frame *frame, uint8_t major, uint8_t minor);
bool serial_get_ask(const struct serial_frame *frame, uint8_t *major, uint8_t *minor);
void serial_put_configure(struct serial_frame *frame, const struct serial_configure *configure);
bool serial_get_configure(const struct serial_frame *frame, struct serial_configure *configure);
void serial_put_report(struct serial_frame *frame, uint8_t wanted);
bool serial_get_report(const struct serial_frame *frame, uint8_t *wanted);

void serial_put_lamps(struct serial_frame *frame, const struct serial_lamps *lamps);
bool serial_get_lamps(const struct serial_frame *frame, struct serial_lamps *lamps);
/* Sets a lamp, and makes the message as long as that takes; there is none behind SERIAL_LAMP_BYTES. */
void serial_set_lamp(struct serial_lamps *lamps, uint8_t square, uint8_t meaning);
/* SERIAL_LAMP_OFF for a square or a meaning that is not known. */
uint8_t serial_lamp_of(const struct serial_lamps *lamps, uint8_t square);

#ifdef __cplusplus
}
#endif

#endif
