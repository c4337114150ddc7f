import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../db/sql.js';

/** Stands for all people without an allowance of their own, and for all personas. */
export const EVERY = '00000000-0000-0000-0000-000000000000';

/** What a person may spend at the cost of `userId`, or what one of their own personas may spend. Null: no limit. */
@Entity({ name: 'allowances' })
export class AllowanceRow {
  /** Who set it. */
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('uuid', { name: 'person_id' }) readonly personId!: string;
  @PrimaryColumn('uuid', { name: 'zofile_id' }) readonly zofileId!: string;
  @Column('int', { name: 'day_cents', nullable: true }) readonly dayCents!: number | null;
  @Column('int', { name: 'month_cents', nullable: true }) readonly monthCents!: number | null;
  /** Tokens of models without a price. */
  @Column('bigint', { name: 'day_tokens', nullable: true, transformer: toNumber }) readonly dayTokens!: number | null;
  @Column('bigint', { name: 'month_tokens', nullable: true, transformer: toNumber }) readonly monthTokens!:
    number | null;
  @Column('timestamptz', { name: 'updated_at', default: () => 'now()' }) readonly updatedAt!: Date;
}

/** The sum of requests of a month (UTC) that is over. */
@Entity({ name: 'spent_months' })
export class SpentMonthRow {
  @PrimaryColumn('date') readonly month!: string;
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @PrimaryColumn('uuid', { name: 'payer_id' }) readonly payerId!: string;
  @PrimaryColumn('text') readonly task!: string;
  @PrimaryColumn('text') readonly model!: string;
  @PrimaryColumn('boolean', { name: 'is_priced' }) readonly isPriced!: boolean;
  @Column('bigint', { transformer: toNumber }) readonly requests!: number;
  /** Billionths of a dollar. */
  @Column('bigint', { transformer: toNumber }) readonly nano!: number;
  @Column('bigint', { transformer: toNumber }) readonly tokens!: number;
}

/** A request to a model. Reserved before it is sent, and settled once it is known what it used. */
@Entity({ name: 'spendings' })
export class SpendingRow {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** Whose key was used. */
  @Column('uuid', { name: 'payer_id' }) readonly payerId!: string;
  @Column('uuid', { name: 'run_id', nullable: true }) readonly runId!: string | null;
  @Column('uuid', { name: 'zofile_id', nullable: true }) readonly zofileId!: string | null;
  @Column('text') readonly task!: string;
  @Column('text') readonly model!: string;
  @Column('boolean', { name: 'is_priced' }) readonly isPriced!: boolean;
  /** Billionths of a dollar. */
  @Column('bigint', { transformer: toNumber }) readonly nano!: number;
  @Column('bigint', { transformer: toNumber }) readonly tokens!: number;
  /** What counts of a reservation whose end is not known: its request may have been sent. */
  @Column('bigint', { name: 'floor_nano', transformer: toNumber }) readonly floorNano!: number;
  @Column('bigint', { name: 'floor_tokens', transformer: toNumber }) readonly floorTokens!: number;
  /** Null once it is settled. */
  @Column('timestamptz', { name: 'reserved_until', nullable: true }) readonly reservedUntil!: Date | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
