import type { RoutineStep } from '@zo/proto/routine';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../db/numbers.js';
import type { Misfire, Overlap } from './due/plan.js';

/** What the assistant is asked to do again and again. */
@Entity({ name: 'schedules' })
export class Schedule {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly title!: string;
  @Column('text') readonly instruction!: string;
  /** A checked rule of RFC 5545; empty: no time starts it. */
  @Column('text') readonly rrule!: string;
  /** Files that start it when they come or change: `Inbox/*.csv`. */
  @Column('text', { name: 'file_pattern', nullable: true }) readonly filePattern!: string | null;
  /** Files that came before start nothing. */
  @Column('timestamptz', { name: 'file_since', nullable: true }) readonly fileSince!: Date | null;
  /** Words of the sender and the subject of mails that start it; null: none do. */
  @Column('text', { name: 'mail_words', nullable: true }) readonly mailWords!: string | null;
  /** In the address that other programs call to start it; null: none may. */
  @Column('text', { name: 'hook_id', nullable: true }) readonly hookId!: string | null;
  /** Which secret signs these calls; 0: none was given out yet. */
  @Column('int', { name: 'hook_generation', default: 0 }) readonly hookGeneration!: number;
  /** IANA name. */
  @Column('text') readonly zone!: string;
  /** Wall clock of the zone that the rule counts from: `2026-11-26T09:00:00`. */
  @Column('text', { name: 'starts_at' }) readonly startsAt!: string;
  /** What becomes of times that are later than the grace. */
  @Column('text') readonly misfire!: Misfire;
  @Column('int', { name: 'grace_s' }) readonly graceS!: number;
  /** What becomes of a time that is due while an earlier one still runs. */
  @Column('text') readonly overlap!: Overlap;
  /** What one run may spend, in billionths of a dollar; null: no limit. */
  @Column('bigint', { name: 'budget_nano', nullable: true, transformer: toNumber }) readonly budgetNano!: number | null;
  /** Whether its user is the owner of the installation. */
  @Column('boolean') readonly owner!: boolean;
  /** The instruction was not written by its user, or after text of others was read. */
  @Column('boolean') readonly tainted!: boolean;
  /** The routine that it runs, and what of its file was armed; null: none. */
  @Column('text', { name: 'routine_id', nullable: true }) readonly routineId!: string | null;
  @Column('text', { name: 'routine_hash', nullable: true }) readonly routineHash!: string | null;
  /** What the routine is run with, by the name of the input. */
  @Column('jsonb', { default: {} }) readonly inputs!: Readonly<Record<string, string>>;
  /** Its scripts, and what they ask the assistant, as its user armed them. */
  @Column('jsonb', { default: [] }) readonly steps!: readonly RoutineStep[];
  @Column('timestamptz', { name: 'paused_at', nullable: true }) readonly pausedAt!: Date | null;
  /** Null if its user paused it. */
  @Column('text', { name: 'paused_why', nullable: true }) readonly pausedWhy!: string | null;
  /** Null: never again. */
  @Column('timestamptz', { name: 'next_at', nullable: true }) readonly nextAt!: Date | null;
  /** The next times as milliseconds, `nextAt` first. */
  @Column('jsonb', { default: [] }) readonly upcoming!: readonly number[];
  /** How many runs failed since the last one that did not. */
  @Column('int', { default: 0 }) readonly failures!: number;
  @Column('int', { default: 1 }) readonly version!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}

/** Where a user lives: the zone of schedules that the assistant makes. */
@Entity({ name: 'time_zones' })
export class TimeZone {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly zone!: string;
}
