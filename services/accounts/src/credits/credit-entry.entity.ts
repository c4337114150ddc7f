import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A grant of credits; the database refuses updates and deletes. */
@Entity({ name: 'credit_entries' })
export class CreditEntry {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('int', { name: 'amount_cents' }) readonly amountCents!: number;
  @Column('text', { name: 'granted_by' }) readonly who!: string;
  @Column('text', { name: 'reason' }) readonly why!: string;
  /** Idempotency key of the grant. */
  @Column('text', { name: 'idempotency_key' }) readonly key!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly at!: Date;
}
