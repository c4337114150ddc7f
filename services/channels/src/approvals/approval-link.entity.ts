import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a user is asked while they are away. */
export const ASK_CHANNELS = ['email', 'sms', 'push', 'telegram'] as const;
export type AskChannel = (typeof ASK_CHANNELS)[number];
export type LinkDecision = 'approve' | 'deny';

/** A link with which a user answers one question once. Only the hash of its token is stored. */
@Entity({ name: 'approval_links' })
export class ApprovalLink {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly channel!: AskChannel;
  @Column('bytea', { name: 'token_hash' }) readonly tokenHash!: Buffer;
  @Column('uuid', { name: 'run_id' }) readonly runId!: string;
  @Column('uuid', { name: 'approval_id' }) readonly approvalId!: string;
  /** Of the arguments that it is about. */
  @Column('text', { name: 'args_hash' }) readonly argsHash!: string;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
  /** The answer, which nothing changes any more. */
  @Column('text', { nullable: true }) readonly decision!: LinkDecision | null;
  @Column('text', { nullable: true }) readonly reply!: string | null;
  @Column('timestamptz', { name: 'decided_at', nullable: true }) readonly decidedAt!: Date | null;
  /** When chat was told of the answer. */
  @Column('timestamptz', { name: 'told_at', nullable: true }) readonly toldAt!: Date | null;
  @Column('timestamptz', { name: 'revoked_at', nullable: true }) readonly revokedAt!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
