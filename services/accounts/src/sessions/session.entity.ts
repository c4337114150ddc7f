import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'sessions' })
export class Session {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** SHA-256 of the cookie's value, so that a copy of the table cannot be used to sign in. */
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('text', { name: 'user_agent' }) userAgent!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'last_seen_at', default: () => 'now()' }) lastSeenAt!: Date;
}
