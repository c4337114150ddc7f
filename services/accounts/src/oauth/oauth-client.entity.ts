import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A program that registered itself. Nothing that it says about itself is verified. */
@Entity({ name: 'oauth_clients' })
export class OAuthClient {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') name!: string;
  @Column('text', { name: 'redirect_uris', array: true }) redirectUris!: string[];
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** When a user first allowed it something. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true }) confirmedAt!: Date | null;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
