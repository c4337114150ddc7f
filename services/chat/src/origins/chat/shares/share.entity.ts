import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link by which visitors read a chat as it was when the link was made. */
@Entity({ name: 'shares' })
export class ShareRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** SHA-256 of the token in the link. */
  @Column('bytea') readonly hash!: Buffer;
  @Column('uuid', { name: 'conversation_id' }) readonly conversationId!: string;
  /** The last message that is shown. */
  @Column('uuid', { name: 'leaf_id' }) readonly leafId!: string;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
