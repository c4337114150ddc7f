import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A persona: who answers in a conversation. */
@Entity({ name: 'zofiles' })
export class Zofile {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly name!: string;
  @Column('text') readonly prompt!: string;
  /** A picture as a `data:` address. */
  @Column('text', { nullable: true }) readonly image!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
