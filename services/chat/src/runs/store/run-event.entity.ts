import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/sql.js';
import type { RunEventType } from '../../shapes/parts.js';

/** One event of a run, as streamed to browsers. */
@Entity({ name: 'run_events' })
export class RunEventRow {
  @PrimaryColumn('uuid', { name: 'run_id' }) readonly runId!: string;
  @PrimaryColumn('bigint', { transformer: toNumber }) readonly seq!: number;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly type!: RunEventType;
  @Column('jsonb') readonly data!: object;
  @Column('timestamptz', { default: () => 'clock_timestamp()' }) readonly at!: Date;
}
