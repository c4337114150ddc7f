import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Preference } from './models.dto.js';
import type { ModelName, ProviderKind } from './provider.js';

@Entity({ name: 'providers' })
export class ProviderRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly kind!: ProviderKind;
  @Column('text') readonly label!: string;
  @Column('text', { name: 'base_url', nullable: true }) readonly baseUrl!: string | null;
  /** Encrypted; see secret-box. */
  @Column('bytea', { nullable: true }) readonly key!: Buffer | null;
  @Column('jsonb') readonly models!: readonly ModelName[];
  @Column('boolean') readonly enabled!: boolean;
  @Column('boolean', { name: 'allow_private' }) readonly allowPrivate!: boolean;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}

/** The model a user prefers, and how it answers. */
@Entity({ name: 'preferences' })
export class PreferenceRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { nullable: true }) readonly value!: string | null;
  @Column('jsonb', { nullable: true }) readonly reasoning!: Preference['reasoning'] | null;
  @Column('text', { nullable: true }) readonly verbosity!: Preference['verbosity'] | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
