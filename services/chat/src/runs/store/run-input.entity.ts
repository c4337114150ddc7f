import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/sql.js';
import type { Asked } from '../../shapes/asked.js';

/**
 * `steer` is shown to the model before its next step, `after` starts the next run, `held` waits for the user, because
 * the answer before it did not end well.
 */
export type InputKind = 'steer' | 'after' | 'held';

/** What the user said while an answer was written. */
@Entity({ name: 'run_inputs' })
export class RunInputRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('bigint', { generated: 'increment', transformer: toNumber }) readonly seq!: number;
  @Column('uuid', { name: 'conversation_id' }) readonly threadId!: string;
  /** The run that a `steer` is for. */
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('text') readonly kind!: InputKind;
  @Column('jsonb') readonly asked!: Asked;
  /** The step that was shown it first; null while it waits. */
  @Column('int', { name: 'before_step', nullable: true }) readonly beforeStep!: number | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
