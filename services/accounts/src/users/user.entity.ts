import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Onboarding } from '../onboarding/onboarding.dto.js';
import type { Settings } from '../settings/settings.dto.js';

@Entity({ name: 'users' })
export class User {
  @PrimaryColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text') handle!: string;
  @Column('text', { name: 'full_name' }) fullName!: string;
  @Column('text', { nullable: true }) picture!: string | null;
  @Column('text', { name: 'password_hash' }) passwordHash!: string;
  @Column('boolean', { default: false }) owner!: boolean;
  @Column('jsonb') settings!: Settings;
  @Column('jsonb') onboarding!: Onboarding;
  /** The element of the demo that referred the visitor: chat, stats or files. */
  @Column('text', { nullable: true }) src!: string | null;
  @Column('text', { nullable: true }) referrer!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
}
