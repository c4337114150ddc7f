import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/numbers.js';

export const STATES = ['queued', 'due', 'started', 'parked', 'done', 'failed', 'missed', 'skipped'] as const;
export type State = (typeof STATES)[number];

/** What started a run outside of the times of its schedule. */
export interface OccurrenceCause {
  readonly kind: 'file' | 'webhook' | 'mail';
  /** `w/Inbox/a.csv`; null: none, or several. */
  readonly path: string | null;
  /** SHA-256 of what a call or a mail brought. */
  readonly hash?: string;
}

/** How a script of the run ended. */
export interface ScriptResult {
  /** Its beginning. */
  readonly script: string;
  /** Null: it was ended, refused, or its end is not known. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** The end of what it wrote, or why it did not run. */
  readonly output: string;
}

/** A time that was due, and what became of it. */
@Entity({ name: 'occurrences' })
export class Occurrence {
  @PrimaryColumn('uuid', { name: 'schedule_id' }) readonly scheduleId!: string;
  @PrimaryColumn('timestamptz', { name: 'due_at' }) readonly dueAt!: Date;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** `queued` waits for the run before it; `due` waits to be started; `parked` waits for its user. */
  @Column('text') readonly state!: State;
  /** Its user ran the schedule outside of its times. */
  @Column('boolean', { default: false }) readonly manual!: boolean;
  /** For its user: why it did not run, ran late or failed. */
  @Column('text', { nullable: true }) readonly why!: string | null;
  @Column('jsonb', { nullable: true }) readonly cause!: OccurrenceCause | null;
  /** Names the cause, so that it starts one run. */
  @Column('text', { name: 'cause_key', nullable: true }) readonly causeKey!: string | null;
  /** How often it was tried again. */
  @Column('int', { default: 0 }) readonly attempt!: number;
  /** When it is tried again; it is `due` until then. */
  @Column('timestamptz', { name: 'retry_at', nullable: true }) readonly retryAt!: Date | null;
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('uuid', { name: 'conversation_id', nullable: true }) readonly conversationId!: string | null;
  @Column('bigint', { name: 'cost_nano', nullable: true, transformer: toNumber }) readonly costNano!: number | null;
  @Column('jsonb', { default: [] }) readonly scripts!: readonly ScriptResult[];
  @Column('timestamptz', { name: 'started_at', nullable: true }) readonly startedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) readonly endedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}

/** A row of something that starts now. */
export const newOccurrence = (
  row: Pick<Occurrence, 'scheduleId' | 'dueAt' | 'userId' | 'createdAt' | 'state'> & Partial<Occurrence>,
): Occurrence => ({
  manual: false,
  why: null,
  cause: null,
  causeKey: null,
  attempt: 0,
  retryAt: null,
  runId: null,
  conversationId: null,
  costNano: null,
  scripts: [],
  startedAt: null,
  endedAt: null,
  ...row,
});
