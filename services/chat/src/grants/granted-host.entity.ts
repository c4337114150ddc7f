import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A host that the closed commands of a user may reach, in any chat, until the user takes it back. */
@Entity({ name: 'granted_hosts' })
export class GrantedHostRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly host!: string;
  @Column('timestamptz', { name: 'granted_at', default: () => 'now()' }) readonly grantedAt!: Date;
}
