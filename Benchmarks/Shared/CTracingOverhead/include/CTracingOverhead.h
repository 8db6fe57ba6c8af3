// The same events as those of the rows in Swift, from C.
#ifndef CTRACINGOVERHEAD_H
#define CTRACINGOVERHEAD_H

void ctracing_emit_events(long count);
void ctracing_emit_counters(long count);
void ctracing_emit_intervals(long count);

/// Makes the process one that has never made an interval a parent, for the rows that measure such.
void ctracing_forget_parents(void);

#endif
