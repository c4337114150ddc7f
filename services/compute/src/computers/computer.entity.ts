import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user's computer as configured; the driver, never this row, tells whether it runs. */
@Entity({ name: 'computers' })
export class ComputerRow {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** Small and unique: the computer's uid on the machine is derived from it. Assigned by the database. */
  @Column({ type: 'int', insert: false }) number!: number;
  @Column('text') handle!: string;
  @Column('boolean') owner!: boolean;
  @Column({ type: 'timestamptz', name: 'created_at', insert: false }) createdAt!: Date;
  @Column('timestamptz', { name: 'started_at', nullable: true }) startedAt!: Date | null;
  @Column('timestamptz', { name: 'stopped_at', nullable: true }) stoppedAt!: Date | null;
  @Column({ type: 'int', insert: false }) wakes!: number;
  /** Why the last start failed; null after a successful start. */
  @Column('text', { nullable: true }) failure!: string | null;
  /** Id of an administrator's last change that was written to the audit log. */
  @Column('text', { name: 'last_change', nullable: true }) lastChange!: string | null;
}
