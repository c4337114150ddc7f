import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person's computer as it is meant to be; whether it runs is asked of the driver, never of this row. */
@Entity({ name: 'computers' })
export class ComputerRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** Small and unique: its user id on the machine comes from it. Given by the database. */
  @Column({ type: 'int', insert: false }) number!: number;
  @Column('text') handle!: string;
  @Column('boolean') owner!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt!: Date;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { name: 'stopped_at', nullable: true }) stoppedAt!: Date | null;
  @Column({ type: 'int', insert: false }) wakes!: number;
  /** Why the last start did not work. */
  @Column('text', { nullable: true }) failure!: string | null;
  /** The last one of an administrator that was written down. */
  @Column('text', { name: 'last_change', nullable: true }) lastChange!: string | null;
}
