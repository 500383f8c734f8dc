/*
 * Games in the format of the Gravon archive, the largest collection of Stratego games that there
 * is:
 *
 *   <stratego>
 *    <game type="classic|barrage|duell">
 *     <field content="..."/>            100 letters, row 1 first, from column a: A is empty, _
 * water; B bomb, C spy, D scout ... L marshal, M flag are red's, N to Y likewise blue's <move
 * id="1" source="A4" target="A5"/>   columns are A to I and K, rows 1 to 10 <player
 * id="1">NAME</player>      1 is red <result type="1" winner="1"/>     3 is a draw; types below
 *    </game>
 *   </stratego>
 *
 * There is no published description of it; this is what programs that read the archive expect. It
 * cannot hold cards, the small board, studies, an arbiter's corrections, options, dates or clocks.
 */
#ifndef DAEMON_GAMES_GRAVON_H
#define DAEMON_GAMES_GRAVON_H

#include "daemon/base/trouble.h"

#include <stdio.h>

/*
 * Writes the record of a finished game. Returns 0, or with a sentence -ENOTSUP if the format cannot
 * hold it, -EBADMSG if the rules do not allow what is in it; then nothing is written.
 */
int gravon_write(FILE *to, const char *text, size_t length, struct trouble *trouble);

#endif
