import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The phone of a user. */
@Entity({ name: 'phones' })
export class Phone {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  /** E.164: `+4915112345678`. */
  @Column('text') readonly number!: string;
  /** Takes the place of a proven one once it is proven, too. */
  @Column('text', { name: 'new_number', nullable: true }) readonly newNumber!: string | null;
  /** SHA-256 of the code that was sent to the number that is not proven. */
  @Column('bytea', { name: 'code_hash', nullable: true }) readonly codeHash!: Buffer | null;
  @Column('timestamptz', { name: 'code_until', nullable: true }) readonly codeUntil!: Date | null;
  @Column('int', { default: 0 }) readonly tries!: number;
  /** When its user has typed the code. */
  @Column('timestamptz', { name: 'proven_at', nullable: true }) readonly provenAt!: Date | null;
  /** Its holder has sent STOP. */
  @Column('timestamptz', { name: 'stopped_at', nullable: true }) readonly stoppedAt!: Date | null;
}
