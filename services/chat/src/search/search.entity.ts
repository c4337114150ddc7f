import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { SearchKind } from './connection.js';

/** The search service a user has connected; at most one. */
@Entity({ name: 'search_connections' })
export class SearchRow {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  /** New with every key, which is bound to it. */
  @Column('uuid') readonly id!: string;
  @Column('text') readonly kind!: SearchKind;
  @Column('text', { name: 'base_url', nullable: true }) readonly baseUrl!: string | null;
  /** Encrypted; see secret-box. */
  @Column('bytea', { nullable: true }) readonly key!: Buffer | null;
  /** Dollars for a search; null: not known, so that nothing is charged. */
  @Column('double precision', { nullable: true }) readonly price!: number | null;
  @Column('boolean', { name: 'allow_private' }) readonly allowPrivate!: boolean;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}
