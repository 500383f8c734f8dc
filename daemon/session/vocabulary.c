/* A table of all words: the referee's, the session's own and those about seats and games. */
#include "daemon/session/vocabulary.h"

#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

enum { PLAYERS = 1u << AUDIENCE_RED | 1u << AUDIENCE_BLUE, ARBITER = 1u << AUDIENCE_ARBITER };

static const struct {
	const char *first;
	unsigned speakers;
	bool has_rest; /* may have more parts */
} vocabulary[] = {
	{"place", PLAYERS, true},
	{"formation", PLAYERS, true},
	{"ready", PLAYERS, true},
	{"not-ready", PLAYERS, true},
	{"attack", PLAYERS, true},
	{"target", PLAYERS, true},
	{"move", PLAYERS, true},
	{"swap", PLAYERS, true},
	{"card", PLAYERS, true},
	{"done", PLAYERS, true},
	{"confirm", PLAYERS, false},
	{"deny", PLAYERS, false},
	{"resign", PLAYERS, false},
	{"offer-draw", PLAYERS, false},
	{"accept-draw", PLAYERS, false},
	{"decline-draw", PLAYERS, false},
	{"offer-takeback", PLAYERS, false},
	{"accept-takeback", PLAYERS, false},
	{"decline-takeback", PLAYERS, false},
	{"offer-correction", PLAYERS, true},
	{"accept-correction", PLAYERS, false},
	{"decline-correction", PLAYERS, false},
	{"withdraw-correction", PLAYERS, false},
	{"adjourn", PLAYERS, false},
	{"pause", PLAYERS | ARBITER, false},
	{"resume", PLAYERS | ARBITER, false},
	{"call-arbiter", PLAYERS, true},
	{"withdraw-call", PLAYERS, false},
	{"rematch", PLAYERS, true},
	{"show-army", PLAYERS, false},
	{"offer-game", PLAYERS, true},
	{"accept-game", PLAYERS, true},
	{"decline-game", PLAYERS, true},
	{"withdraw-game", PLAYERS, false},
	{"games", PLAYERS, false},
	{"openings", PLAYERS | ARBITER, false},
	{"seen", PLAYERS | ARBITER, true},
	{"move-seat", PLAYERS | ARBITER, false},
	{"unpair", PLAYERS, false},
	{"unpair", ARBITER, true},
	{"pair", ARBITER, true},
	{"new", ARBITER, true},
	{"look", ARBITER, false},
	{"fault", ARBITER, true},
	{"good", ARBITER, true},
	{"answer", ARBITER, true},
	{"award", ARBITER, true},
	{"correct", ARBITER, true},
	{"takeback", ARBITER, false},
	{"clock", ARBITER, true},
};

bool vocabulary_has(enum audience speaker, const char *word)
{
	struct text rest = {word, strlen(word)};
	struct text first = text_take_word(&rest);

	for (unsigned i = 0; i < sizeof vocabulary / sizeof *vocabulary; i++)
		if (text_is(first, vocabulary[i].first) && vocabulary[i].speakers & 1u << speaker)
			return vocabulary[i].has_rest || rest.length == 0;
	return false;
}

enum word_about vocabulary_about(const char *word)
{
	static const struct {
		const char *first;
		enum word_about about;
	} abouts[] = {
		{"attack", ABOUT_TURN},
		{"target", ABOUT_TURN},
		{"move", ABOUT_TURN},
		{"card", ABOUT_TURN},
		{"done", ABOUT_TURN},
		{"confirm", ABOUT_TURN},
		{"deny", ABOUT_TURN},
		{"accept-draw", ABOUT_OFFER},
		{"decline-draw", ABOUT_OFFER},
		{"accept-takeback", ABOUT_OFFER},
		{"accept-correction", ABOUT_OFFER},
		{"decline-correction", ABOUT_OFFER},
		{"decline-takeback", ABOUT_OFFER},
		{"seen", ABOUT_BOARD},
	};
	struct text rest = {word, strlen(word)};
	struct text first = text_take_word(&rest);

	for (unsigned i = 0; i < sizeof abouts / sizeof *abouts; i++)
		if (text_is(first, abouts[i].first))
			return abouts[i].about;
	return ABOUT_GAME;
}
