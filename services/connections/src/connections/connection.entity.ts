import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's connection to an app. */
@Entity({ name: 'connections' })
export class Connection {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { name: 'app_slug' }) readonly appSlug!: string;
  @Column('text', { nullable: true }) readonly account!: string | null;
  /** `{ access, refresh }`, for this user, app and row. */
  @Column('bytea') readonly sealed!: Buffer;
  @Column('text', { array: true }) readonly scopes!: string[];
  /** Null for a token that does not expire. */
  @Column('timestamptz', { name: 'expires_at', nullable: true }) readonly expiresAt!: Date | null;
  /** Counts the tokens that this connection has had. */
  @Column('integer', { default: 1 }) readonly generation!: number;
  /** `broken`: the app refuses it until its user connects it again. */
  @Column('text', { default: 'ok' }) readonly state!: 'ok' | 'broken';
  /** Whether the assistant has the tools of the app that read, and those that do more. */
  @Column('boolean', { default: true }) readonly reads!: boolean;
  @Column('boolean', { default: false }) readonly writes!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}

/** A consent that was asked for, until the app sends its user back. */
@Entity({ name: 'consents' })
export class Consent {
  /** The state itself is only in the address that the user was sent to. */
  @PrimaryColumn('text', { name: 'state_hash' }) readonly stateHash!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { name: 'session_id' }) readonly sessionId!: string;
  @Column('text', { name: 'app_slug' }) readonly appSlug!: string;
  @Column('bytea') readonly verifier!: Buffer;
  /** What was asked for. */
  @Column('text', { array: true }) readonly scopes!: string[];
  /** Whether writing was asked for. */
  @Column('boolean', { default: false }) readonly writes!: boolean;
  @Column('timestamptz', { name: 'expires_at' }) readonly expiresAt!: Date;
}
