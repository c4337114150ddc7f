import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A machine of the person's own that was paired; its link, never this row, tells whether it is connected. */
@Entity({ name: 'machines' })
export class Machine {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') name!: string;
  @Column('text') readonly platform!: 'linux' | 'macos';
  /** The folder that it shows, as its own path. */
  @Column('text') folder!: string;
  /** Whether it lets Zo open shells. Only the machine itself decides. */
  @Column('boolean') shell!: boolean;
  /** Whether it lets Zo only read its files. Only the machine itself decides. */
  @Column('boolean', { name: 'read_only' }) readOnly!: boolean;
  /** Whether its person lets the assistant ask to run commands on it. */
  @Column({ type: 'boolean', insert: false }) readonly tools!: boolean;
  /** SHA-256 of the secret with which it links itself. */
  @Column('bytea', { name: 'secret_hash' }) readonly secretHash!: Buffer;
  /** Signs the tokens for its agent. Of no use without the link. */
  @Column('text', { name: 'agent_key' }) readonly agentKey!: string;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) readonly createdAt!: Date;
  @Column('timestamptz', { name: 'seen_at', nullable: true }) seenAt!: Date | null;
}
