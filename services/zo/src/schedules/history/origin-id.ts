/** What chat calls the run of an occurrence. */
import type { OccurrenceKey } from './occurrences.repository.js';

const ORIGIN = /^occurrence:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}):(\d{1,15})(?::(\d))?$/;

/** Undefined for runs that were not started for an occurrence. */
export function occurrenceIn(originId: string): (OccurrenceKey & { readonly attempt: number }) | undefined {
  const [, scheduleId, at, attempt = '0'] = ORIGIN.exec(originId) ?? [];
  return scheduleId && at ? { scheduleId, dueAt: new Date(Number(at)), attempt: Number(attempt) } : undefined;
}
