import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The server that mail of everybody here is sent through, as the owner has set it. */
@Entity({ name: 'mail_servers' })
export class MailServer {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly host!: string;
  @Column('int') readonly port!: number;
  /** TLS from the first byte; otherwise the connection changes to TLS where the server can. */
  @Column('boolean') readonly secure!: boolean;
  /** Empty: the server asks for none. */
  @Column('text') readonly username!: string;
  @Column('bytea', { nullable: true }) readonly sealed!: Buffer | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
