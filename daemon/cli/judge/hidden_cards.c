/*
 * Notes the cards of each ply, and puts them back into words that a recording
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

/* "exchange CARD", "mulligan CARD,CARD,CARD", "swap a4 a7" or "+CARD +CARD a4xa6", of which the cards are taken with blanks between */
static bool read_action(struct text action, struct hidden_card *card)
{
	struct out out = out_init(card->cards, sizeof card->cards);
	struct text word = text_take_word(&action);

	card->is_order = text_is(word, "exchange") || text_is(word, "mulligan");
	if (card->is_order)
		out_text(&out, text_take_word(&action));
	if (text_is(word, "swap")) /* which is played by the card of that name */
		out_text(&out, word);
	for (; !card->is_order && word.length > 0 && word.at[0] == '+';
	     word = text_take_word(&action)) {
		if (card->cards[0])
			out_char(&out, ' ');
		out_text(&out, (struct text){word.at + 1, word.length - 1});
	}
	return card->cards[0] && out.length < sizeof card->cards;
}

void hidden_cards_note(struct hidden_cards *hidden, struct text line)
{
	struct text number = text_take_word(&line);
	enum side side = side_named(text_take_word(&line));
	struct hidden_card card = {.side = (uint8_t)side};
	uint64_t ply;

	if (side == SIDE_NONE || !text_number(number, UINT32_MAX, &ply) ||
	    hidden->count == HIDDEN_CARDS || !read_action(line, &card))
		return;
	card.ply = (uint32_t)ply;
	hidden->each[hidden->count++] = card;
}

static const struct hidden_card *find(const struct hidden_cards *hidden, uint32_t ply,
				      enum side side)
{
	for (unsigned i = 0; i < hidden->count; i++)
		if (hidden->each[i].ply == ply && hidden->each[i].side == side)
			return &hidden->each[i];
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

/* The next of those that the game has in this ply; if it was taken back after all, it is another then. */
static struct text next_announced(struct hidden_cards *hidden, const struct hidden_card *card)
{
	struct text rest = {card->cards, strlen(card->cards)}, name = {"", 0};

	if (hidden->ply != card->ply)
		hidden->announced = 0;
	hidden->ply = card->ply;
	for (unsigned i = 0; i <= hidden->announced; i++)
		name = text_take_word(&rest);
	hidden->announced++;
	return name;
}

/* empty: they are not hidden, or the game does not have them */
static struct text cards_for(struct hidden_cards *hidden, uint32_t ply, enum side side,
			     struct text words)
{
	bool is_mulligan = text_is(words, "mulligan *"), is_play = text_is(words, "play *");
	const struct hidden_card *card = find(hidden, is_mulligan ? 0 : ply, side);

	if (text_is(words, "cancel"))
		hidden->announced = 0;
	if (!card || card->is_order == is_play ||
	    !(is_mulligan || is_play || text_is(words, "exchange *")))
		return (struct text){"", 0};
	return is_play ? next_announced(hidden, card)
		       : (struct text){card->cards, strlen(card->cards)};
}

void hidden_cards_show(struct hidden_cards *hidden, uint32_t ply, struct input *input)
{
	size_t length = strlen(input->word);
	struct text words = {input->word, length}, cards;
	enum side side = speaker_of(input, &words);

	if (!text_is(text_take_word(&words), "card") || side == SIDE_NONE)
		return;
	cards = cards_for(hidden, ply, side, words);
	if (cards.length == 0 || length + cards.length > sizeof input->word)
		return;
	memcpy(input->word + length - 1, cards.at, cards.length);
	input->word[length - 1 + cards.length] = '\0';
}
