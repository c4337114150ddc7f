import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/numbers.js';

export const STATES = ['queued', 'due', 'started', 'parked', 'done', 'failed', 'missed', 'skipped'] as const;
export type State = (typeof STATES)[number];

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
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('uuid', { name: 'conversation_id', nullable: true }) readonly conversationId!: string | null;
  @Column('bigint', { name: 'cost_nano', nullable: true, transformer: toNumber }) readonly costNano!: number | null;
  @Column('timestamptz', { name: 'started_at', nullable: true }) readonly startedAt!: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) readonly endedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
