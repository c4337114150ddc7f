import { toNumber } from '../db/sql.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Shelf } from './shelf.js';

/**
 * A text that models may be shown, by its hash: the user wrote or kept it, or a chat that was shown nothing of others.
 */
@Entity({ name: 'memory_kept' })
export class KeptRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly hash!: string;
}

/** Everything in the file with this hash is kept, and so it was at this version. */
@Entity({ name: 'memory_judged' })
export class JudgedRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly address!: string;
  @Column('text') readonly hash!: string;
  @Column('bigint', { transformer: toNumber }) readonly seq!: number;
}

/** What was read last, for chats in this folder. */
@Entity({ name: 'memory_copies' })
export class CopyRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly folder!: string;
  @Column('jsonb') readonly copy!: Shelf;
  @Column('timestamptz', { name: 'read_at', default: () => 'now()' }) readonly readAt!: Date;
}
