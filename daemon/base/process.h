/* What a process asks of the kernel for itself. */
#ifndef DAEMON_BASE_PROCESS_H
#define DAEMON_BASE_PROCESS_H

/* Neither this process nor its children leave memory behind when they crash: there are ranks and keys in it. */
void process_forbid_dumps(void);

/* Raises the limit of descriptors, which is lower at first than it may be; a crowd of visitors needs many. */
void process_raise_descriptors(void);

#endif
