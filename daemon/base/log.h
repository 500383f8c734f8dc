/*
 * Messages to standard error in journald's conventions: one line each, with its level in front when
 * it is journald that listens. Nothing secret ever goes here: no rank, code, key or word of a seat.
 */
#ifndef DAEMON_BASE_LOG_H
#define DAEMON_BASE_LOG_H

/* as journald and syslog number them */
enum log_level { LEVEL_ERROR = 3, LEVEL_WARNING = 4, LEVEL_NOTICE = 5, LEVEL_INFO = 6 };

void log_line(enum log_level level, const char *format, ...) __attribute__((format(printf, 2, 3)));

#define log_error(...) log_line(LEVEL_ERROR, __VA_ARGS__)
#define log_warning(...) log_line(LEVEL_WARNING, __VA_ARGS__)
#define log_notice(...) log_line(LEVEL_NOTICE, __VA_ARGS__)
#define log_info(...) log_line(LEVEL_INFO, __VA_ARGS__)

#endif
