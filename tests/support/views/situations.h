/*
 * The situations of tests/prompts/situations.json: a view, its prompt, and what people read. The
 * daemon, the page and the console are tested against the same ones.
 */
#ifndef TESTS_SUPPORT_VIEWS_SITUATIONS_H
#define TESTS_SUPPORT_VIEWS_SITUATIONS_H

#include <jansson.h>

/* The whole file, or NULL. The caller owns it. */
json_t *situations_load(void);

/* The view of one of its situations, without a prompt. The caller owns it. */
json_t *situation_view(const json_t *all, const json_t *situation);

#endif
