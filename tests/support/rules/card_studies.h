/*
 * Studies with cards, and their outcomes: for the tests of Battle Cards, each of which includes
 * this once.
 */
#ifndef TESTS_SUPPORT_RULES_CARD_STUDIES_H
#define TESTS_SUPPORT_RULES_CARD_STUDIES_H

#include "tests/support/rules/play.h"

#include <stdio.h>
#include <string.h>
#include <unity.h>

static struct played game;
static char message[1024];

void setUp(void)
{
	memset(&game, 0, sizeof game);
	message[0] = '\0';
}

void tearDown(void)
{
}

#define ROWS(table) (sizeof(table) / sizeof *(table))

/* Each side has a sergeant in a far corner beside its pieces. Cards: the first three are the hand.
 */
struct row {
	const char *red, *blue, *red_cards, *blue_cards, *actions, *rule;
};

static inline void write_deck(struct out *out, const char *colour, const char *cards)
{
	if (!cards || !*cards)
		return;
	out_string(out, "deck ");
	out_string(out, colour);
	out_char(out, ' ');
	out_string(out, cards);
	out_char(out, '\n');
}

static inline void play_row_with(const struct row *row, const char *options)
{
	char red[200], blue[200], decks[600];
	struct out out = out_init(decks, sizeof decks);

	write_deck(&out, "red", row->red_cards);
	write_deck(&out, "blue", row->blue_cards);
	snprintf(red, sizeof red, "4j1 %s", row->red);
	snprintf(blue, sizeof blue, "4j10 %s", row->blue);
	snprintf(message, sizeof message, "red %s with %s, blue %s with %s: %s", red,
		 row->red_cards, blue, row->blue_cards, row->actions);
	play_study(&game, &(struct study){.edition = "battle-cards",
					  .options = options,
					  .red = red,
					  .blue = blue,
					  .decks = decks,
					  .actions = row->actions});
}

/* that this is the outcome of the last action, and all before it were legal */
static inline void check_row(const struct row *row)
{
	play_row_with(row, NULL);
	TEST_ASSERT_EQUAL_STRING_MESSAGE(row->rule, rule_name(game.rule), message);
	TEST_ASSERT_FALSE_MESSAGE(game.reader.stopped && strcmp(row->rule, "ok") == 0, message);
	TEST_ASSERT_EQUAL_MESSAGE(game.reader.next_ply - 1 - (strcmp(row->rule, "ok") != 0),
				  game.plies, message);
}

static inline void check_rows(const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++)
		check_row(&rows[i]);
}

static inline struct view arbiter(void)
{
	struct view view;

	view_make(&view, &game.reader.game, AUDIENCE_ARBITER);
	return view;
}

static inline void expect_square(const char *square, char code)
{
	uint8_t sq;
	struct view view = arbiter();

	TEST_ASSERT_TRUE(sq_parse(BOARD_LARGE, square, strlen(square), &sq));
	TEST_ASSERT_EQUAL_MESSAGE(code, view.code[sq], square);
}

static inline unsigned set_of(const char *cards)
{
	struct text rest = {cards, strlen(cards)};
	unsigned set = 0;

	while (rest.length > 0) {
		struct text name = text_take_until(&rest, ',');
		enum card card = card_parse(name.at, name.length);

		TEST_ASSERT_TRUE_MESSAGE(card != CARD_NONE, cards);
		set |= 1u << card;
	}
	return set;
}

/* the cards in a hand, in any order, and how many are in the pile */
static inline void expect_hand(enum side side, const char *cards, unsigned piled)
{
	struct view view = arbiter();
	unsigned set = 0;

	for (unsigned i = 0; i < view.cards[side].held; i++)
		set |= 1u << view.cards[side].hand[i];
	TEST_ASSERT_EQUAL_HEX_MESSAGE(set_of(cards), set, cards);
	TEST_ASSERT_EQUAL_MESSAGE(piled, view.cards[side].piled, cards);
	for (unsigned i = view.cards[side].held; i < HAND_SIZE; i++)
		TEST_ASSERT_EQUAL(CARD_NONE, view.cards[side].hand[i]);
}

static inline void expect_discard(enum side side, const char *cards)
{
	TEST_ASSERT_EQUAL_HEX_MESSAGE(set_of(cards), arbiter().cards[side].discard, cards);
}

#endif
