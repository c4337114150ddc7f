import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The client of this installation at a provider. All users connect by it. */
@Entity({ name: 'app_clients' })
export class AppClient {
  @PrimaryColumn('text') readonly provider!: string;
  @Column('text', { name: 'client_id' }) readonly clientId!: string;
  @Column('bytea') readonly secret!: Buffer;
  @Column('uuid', { name: 'changed_by' }) readonly changedBy!: string;
  @Column('timestamptz', { name: 'changed_at', default: () => 'now()' }) readonly changedAt!: Date;
  /** Since when its provider does not take it; null while it does. */
  @Column('timestamptz', { name: 'refused_at', nullable: true }) readonly refusedAt!: Date | null;
}
