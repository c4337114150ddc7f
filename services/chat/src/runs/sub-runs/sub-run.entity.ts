import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Labels } from '../../shapes/labels.js';

/** What a run that does a part of another one's work was asked, and what it answered. */
@Entity({ name: 'sub_runs' })
export class SubRunRow {
  @PrimaryColumn('uuid', { name: 'run_id' }) readonly runId!: string;
  @Column('uuid', { name: 'user_id', select: false }) readonly userId!: string;
  /** Written by the model. */
  @Column('text') readonly request!: string;
  /** Addresses that the user wrote before. */
  @Column('jsonb') readonly said!: readonly string[];
  /** Addresses that a search found before. */
  @Column('jsonb') readonly found!: readonly string[];
  @Column('jsonb') readonly labels!: Labels;
  /** Null until the run has ended. */
  @Column('text', { nullable: true }) readonly answer!: string | null;
}
