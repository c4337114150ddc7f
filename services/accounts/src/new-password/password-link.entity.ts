import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A link by which a person who forgot the password sets a new one, once. */
@Entity({ name: 'password_links' })
export class PasswordLink {
  @PrimaryColumn('bytea', { name: 'code_hash' }) codeHash!: Buffer;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt!: Date;
}
