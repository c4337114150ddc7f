import { Column, Entity, PrimaryColumn } from 'typeorm';

/** With whom the owner shares a provider. */
@Entity({ name: 'provider_shares' })
export class ProviderShareRow {
  @PrimaryColumn('uuid', { name: 'provider_id' }) readonly providerId!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** Names of models at the provider; null: all, also later ones. */
  @Column('text', { array: true, nullable: true }) readonly models!: readonly string[] | null;
  /** Ids of users; null: everyone, also who joins later. */
  @Column('uuid', { array: true, nullable: true }) readonly people!: readonly string[] | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
