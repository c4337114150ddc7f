import { Injectable } from '@nestjs/common';
import { scheduleErrors } from '../errors.js';
import { Clock } from './clock.js';
import { onTheHour, RuleError } from './recurrence/rule.js';
import { isZone, wallClock } from './recurrence/times.js';
import { recurrenceOf, storedRule, tryRule, type Written } from './recurrence/trial.js';
import type { Schedule } from './schedule.entity.js';
import type { PreviewSchedule, UpdateSchedule } from './schedules.dto.js';

/** A rule without a start counts from this minute on; an empty one is never due. */
type Asked = Omit<Written, 'startsAt'> & { readonly startsAt?: string };
export type Times = Pick<Schedule, 'rrule' | 'zone' | 'startsAt' | 'nextAt' | 'upcoming'>;

/** When schedules are due. */
@Injectable()
export class Timing {
  constructor(private readonly clock: Clock) {}

  /** The next times of a rule, or what is wrong with it. */
  preview({ rrule, zone, starts_at }: PreviewSchedule): { next: number[]; problem: string | null } {
    try {
      return { next: [...this.tried({ rrule, zone, startsAt: starts_at }).upcoming], problem: null };
    } catch (error) {
      if (error instanceof RuleError) return { next: [], problem: error.message };
      throw error;
    }
  }

  /** @throws schedules.bad_rule */
  checked(asked: Asked): Times {
    try {
      return asked.rrule === '' ? this.never(asked) : this.tried(asked);
    } catch (error) {
      throw error instanceof RuleError ? scheduleErrors.badRule({ why: error.message }) : error;
    }
  }

  /** New times where the rule, the zone or the start changed; otherwise they stay. @throws schedules.bad_rule */
  changed(row: Schedule, { rrule, zone, starts_at: startsAt }: UpdateSchedule): Partial<Times> {
    const wanted = {
      rrule: rrule === undefined ? row.rrule : startsAt ? (rrule ?? '') : onTheHour(rrule ?? ''),
      zone: zone ?? row.zone,
      startsAt: startsAt ?? row.startsAt,
    };
    if (wanted.rrule === row.rrule && wanted.zone === row.zone && wanted.startsAt === row.startsAt) return {};
    return this.checked(wanted);
  }

  /**
   * The times of a schedule from now on. Those of one that files, mails or calls start as well may have ended.
   * @throws schedules.bad_rule
   */
  resumed(row: Schedule): Pick<Times, 'nextAt' | 'upcoming'> {
    try {
      return this.checked(row);
    } catch (error) {
      if (row.filePattern === null && row.mailWords === null && row.hookId === null) throw error;
      return { nextAt: null, upcoming: [] };
    }
  }

  /** @throws schedules.bad_rule */
  checkZone(zone: string): void {
    if (!isZone(zone)) throw scheduleErrors.badRule({ why: 'This is no time zone that Zo knows.' });
  }

  private never({ zone, startsAt }: Asked): Times {
    this.checkZone(zone);
    return { rrule: '', zone, startsAt: startsAt ?? this.startIn(zone), nextAt: null, upcoming: [] };
  }

  /** @throws RuleError */
  private tried({ rrule: written, zone, startsAt }: Asked): Times {
    const rrule = startsAt ? written : onTheHour(written);
    const start = startsAt ?? this.startIn(recurrenceOf({ rrule, zone, startsAt: '' }).zone);
    const upcoming = tryRule({ rrule, zone, startsAt: start }, this.clock.now());
    const { rule } = recurrenceOf({ rrule, zone, startsAt: start });
    const nextAt = upcoming[0] === undefined ? null : new Date(upcoming[0]);
    return { rrule: storedRule(rule), zone, startsAt: start, nextAt, upcoming };
  }

  private startIn(zone: string): string {
    return `${wallClock(zone, this.clock.now()).slice(0, 16)}:00`;
  }
}
