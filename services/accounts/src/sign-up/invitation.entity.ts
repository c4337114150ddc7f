import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'invitations' })
export class Invitation {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') code!: string;
  /** If set, only this e-mail address can use the invitation. */
  @Column('text', { nullable: true }) email!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('uuid', { name: 'used_by', nullable: true }) usedBy!: string | null;
}

/** The installation's only row: its sign-up mode. */
@Entity({ name: 'installation' })
export class Installation {
  @PrimaryColumn('int') id!: number;
  @Column('text', { name: 'sign_up_mode' }) signUpMode!: 'closed' | 'invitation' | 'open';
}
