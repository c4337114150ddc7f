import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DollarsEach, MediaTask } from './connection.js';

/** The model a user has connected for a task; at most one for each. */
@Entity({ name: 'media_models' })
export class MediaModelRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly task!: MediaTask;
  /** New with every key, which is bound to it. */
  @Column('uuid') readonly id!: string;
  @Column('text') readonly model!: string;
  /** Whose address and key are used; null: those of this row. */
  @Column('uuid', { name: 'provider_id', nullable: true }) readonly providerId!: string | null;
  @Column('text', { name: 'base_url', nullable: true }) readonly baseUrl!: string | null;
  /** Encrypted; see secret-box. */
  @Column('bytea', { nullable: true }) readonly key!: Buffer | null;
  /** Dollars for an image, a video or a minute of sound. */
  @Column('double precision', { nullable: true }) readonly price!: DollarsEach;
  @Column('boolean', { name: 'allow_private' }) readonly allowPrivate!: boolean;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}

/** A request to a model for media. Written before it is sent: one whose end is not known may have been charged. */
@Entity({ name: 'media_uses' })
export class MediaUseRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** Null outside of an answer. */
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('text') readonly task!: MediaTask;
  @Column('text') readonly model!: string;
  @Column('int') readonly images!: number;
  /** Of sound. */
  @Column('double precision') readonly seconds!: number;
  @Column('boolean', { name: 'is_settled' }) readonly isSettled!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
