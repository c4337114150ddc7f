import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A chat that began as a run of a routine. */
@Entity({ name: 'routine_runs' })
export class RoutineRunRow {
  @PrimaryColumn('uuid', { name: 'conversation_id' }) readonly conversationId!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text', { name: 'routine_id' }) readonly routineId!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
