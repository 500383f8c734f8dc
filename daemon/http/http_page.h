/* The page that is served when no pages are installed. */
#ifndef DAEMON_HTTP_HTTP_PAGE_H
#define DAEMON_HTTP_HTTP_PAGE_H

/* HTML, to be freed with free(); NULL if memory is short. */
char *http_page_make(const char *title);

#endif
