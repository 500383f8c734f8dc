/* What the parts of a prompt share. */
#ifndef DAEMON_VIEWS_PROMPT_INSIDE_H
#define DAEMON_VIEWS_PROMPT_INSIDE_H

#include "daemon/views/prompt.h"

#include <stdbool.h>

/* The parts of a view that decide a prompt. Texts are "" where the view has none. */
struct scene {
	const json_t *view, *offers, *question, *announced, *unread;
	const json_t *proposal; /* of another game; NULL: none */
	const char *phase, *you, *other, *turn, *asked;
	bool is_paused, is_correcting, is_silent;
	bool is_running; /* play has begun and is not over */
	bool is_own_turn, can_take_back;
	bool has_arbiter; /* one is there, or can come */
};

/* A prompt under construction. */
struct prompt {
	const char *kind;
	enum prompt_key about; /* the key of its first sentence */
	json_t *sentence, *more, *marks;
};

/* The first sentence, and what kind of prompt it makes; owns args, NULL: none. */
void prompt_say(struct prompt *prompt, const char *kind, enum prompt_key key, json_t *args);
json_t *prompt_side_args(const char *side);
void prompt_about_over(struct prompt *prompt, const struct scene *scene);
/* the first sentence, or one more */
void prompt_say_next(struct prompt *prompt, const char *kind, enum prompt_key key, json_t *args);
/* what was taken back and is to be put right; false: nothing */
bool prompt_about_undone(struct prompt *prompt, const struct scene *scene);
/* The rank of the player's own piece that belongs on a square; 0: there is none. */
char prompt_own_rank(const struct scene *scene, const char *sq);
void prompt_mark(struct prompt *prompt, const char *sq, const char *kind);
/* another sentence; owns args, NULL: none */
void prompt_say_more(struct prompt *prompt, enum prompt_key key, json_t *args);
/* which of the player's own pieces a guide is about */
void prompt_say_which(struct prompt *prompt, const struct scene *scene, const json_t *guide);
void prompt_say_beside_turn(struct prompt *prompt, const struct scene *scene);

const char *prompt_text(const json_t *object, const char *key);
bool prompt_is(const char *text, const char *other);
/* whether the player could make a move, or say one */
bool prompt_may_act(const struct scene *scene);
bool prompt_has_army(const struct scene *scene);
bool prompt_hides_army(const struct scene *scene); /* the game is over, and it has not been shown */

/* The words that answer a sentence. The caller owns each list. */
json_t *prompt_actions(const struct scene *scene, enum prompt_key about);
/* and those that depend only on its kind */
void prompt_add_standing(const struct scene *scene, const char *kind, json_t *list);
/* the terms of another game, if one is proposed, to the one who answers and to the one who waits */
void prompt_add_proposal(json_t *also, const struct scene *scene);
/* of corrections by the players: what the other one says, if it does; what one has said oneself */
bool prompt_about_correction(struct prompt *prompt, const struct scene *scene);
void prompt_say_own_correction(struct prompt *prompt, const struct scene *scene);
void prompt_add_corrections(const struct scene *scene, const char *kind, json_t *list);
void prompt_add_elsewhere(const struct scene *scene, json_t *list);
json_t *prompt_add_action(json_t *list, enum prompt_key key, const char *word);
json_t *prompt_menu(const struct scene *scene);
json_t *prompt_cards(const struct scene *scene);

#endif
