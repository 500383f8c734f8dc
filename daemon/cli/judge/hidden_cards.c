/*
 * Notes exchanges and mulligans by their plies, and puts the cards back into words that a recording
 * hides. A word that was refused then is refused again.
 */
#include "daemon/cli/judge/hidden_cards.h"

#include "rules/square.h"
#include "rules/text.h"
#include "rules/view.h"

#include <string.h>

static enum side side_named(struct text name)
{
	return side_parse(name.at, name.length);
}

void hidden_cards_note(struct hidden_cards *hidden, struct text line)
{
	struct text number = text_take_word(&line);
	enum side side = side_named(text_take_word(&line));
	struct text action = text_take_word(&line);
	struct text cards = text_take_word(&line);
	struct hidden_card *card = &hidden->each[hidden->count];
	uint64_t ply;

	if (!text_is(action, "exchange") && !text_is(action, "mulligan"))
		return;
	if (side == SIDE_NONE || !text_number(number, UINT32_MAX, &ply) ||
	    cards.length >= sizeof card->cards || hidden->count == HIDDEN_CARDS)
		return;
	card->ply = (uint32_t)ply;
	card->side = (uint8_t)side;
	memcpy(card->cards, cards.at, cards.length);
	card->cards[cards.length] = '\0';
	hidden->count++;
}

static const char *find(const struct hidden_cards *hidden, uint32_t ply, enum side side)
{
	for (unsigned i = 0; i < hidden->count; i++)
		if (hidden->each[i].ply == ply && hidden->each[i].side == side)
			return hidden->each[i].cards;
	return NULL;
}

/* by whom a word is, which the arbiter may say for a seat */
static enum side speaker_of(const struct input *input, struct text *words)
{
	if (input->speaker != AUDIENCE_ARBITER)
		return input->speaker == AUDIENCE_RED ? SIDE_RED : SIDE_BLUE;
	if (!text_is(text_take_word(words), "answer"))
		return SIDE_NONE;
	return side_named(text_take_word(words));
}

void hidden_cards_show(const struct hidden_cards *hidden, uint32_t ply, struct input *input)
{
	size_t length = strlen(input->word);
	struct text words = {input->word, length};
	enum side side = speaker_of(input, &words);
	bool is_card = text_is(text_take_word(&words), "card");
	bool is_mulligan = text_is(words, "mulligan *");
	const char *cards = NULL;

	if (is_card && side != SIDE_NONE && (is_mulligan || text_is(words, "exchange *")))
		cards = find(hidden, is_mulligan ? 0 : ply, side);
	if (cards && length + strlen(cards) <= sizeof input->word)
		strcpy(input->word + length - 1, cards);
}
