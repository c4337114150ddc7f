import type { RoutineInput } from '@zo/proto/routine';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A `.zoroutine` file as it was read last. */
@Entity({ name: 'routines' })
export class RoutineRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('text') readonly id!: string;
  /** `w/Notes/Weekly.zoroutine` */
  @Column('text') readonly address!: string;
  @Column('text') readonly description!: string;
  @Column('jsonb') readonly inputs!: readonly RoutineInput[];
  /** Why its front matter cannot be read. */
  @Column('text', { nullable: true }) readonly problem!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
