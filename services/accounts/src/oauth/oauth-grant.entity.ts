import type { Scope } from '@zo/auth';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Audience } from './audience.js';

/** What a user allowed a program: a family of refresh tokens, of which the last one is valid, and its access tokens. */
@Entity({ name: 'oauth_grants' })
export class OAuthGrant {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('uuid', { name: 'client_id' }) clientId!: string;
  @Column('text', { name: 'redirect_uri' }) redirectUri!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('text') audience!: Audience;
  @Column('int', { name: 'per_minute' }) perMinute!: number;
  /** Requests so far, counted every few seconds. */
  @Column('int', { default: 0 }) uses!: number;
  @Column('bytea', { name: 'family_hash' }) familyHash!: Buffer;
  @Column('bytea', { name: 'refresh_hash' }) refreshHash!: Buffer;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** Moves on with each refresh, up to a year after the start. */
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
  @Column('timestamptz', { name: 'last_used_at', nullable: true }) lastUsedAt!: Date | null;
}

/** A short-lived token of a grant, which calls the API as a personal token does. */
@Entity({ name: 'oauth_access_tokens' })
export class OAuthAccessToken {
  @PrimaryColumn('bytea', { name: 'token_hash' }) tokenHash!: Buffer;
  @Column('uuid', { name: 'grant_id' }) grantId!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text', { array: true }) scopes!: Scope[];
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
