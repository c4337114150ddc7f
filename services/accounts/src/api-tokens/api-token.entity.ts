import type { Scope } from '@zo/auth';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ name: 'api_tokens' })
export class ApiTokenRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text') name!: string;
  /** The start of the token, by which its user knows it again. */
  @Column('text') prefix!: string;
  /** SHA-256 of the token, so that a copy of the table cannot be used to call the API. */
  @Column('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('int', { name: 'per_minute' }) perMinute!: number;
  /** Requests so far, counted every few seconds. */
  @Column('int', { default: 0 }) uses!: number;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
}
