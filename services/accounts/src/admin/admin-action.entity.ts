import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an administrator did; the database refuses updates and deletes. */
@Entity({ name: 'admin_actions' })
export class AdminAction {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('text') readonly who!: string;
  @Column('text') readonly why!: string;
  @Column('text') readonly action!: string;
  @Column('jsonb') readonly subject!: object;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
