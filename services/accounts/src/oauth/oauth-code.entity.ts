import type { Scope } from '@zo/auth';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Audience } from './audience.js';

/** An authorization code: what a user allowed, for whoever proves to be the program that asked. */
@Entity({ name: 'oauth_codes' })
export class OAuthCode {
  @PrimaryColumn('bytea', { name: 'code_hash' }) codeHash!: Buffer;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'client_id' }) clientId!: string;
  /** The grant that the code becomes. */
  @Column('uuid', { name: 'grant_id' }) grantId!: string;
  @Column('text', { name: 'redirect_uri' }) redirectUri!: string;
  /** The S256 challenge of PKCE (RFC 7636). */
  @Column('text') challenge!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('text') audience!: Audience;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  /** Used codes are kept for a day: a second use ends what the first one began. */
  @Column('timestamptz', { name: 'used_at', nullable: true }) usedAt!: Date | null;
}
