import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a call of a hook brought, until its run starts and it is a file. */
@Entity({ name: 'hook_bodies' })
export class HookBody {
  @PrimaryColumn('uuid', { name: 'schedule_id' }) readonly scheduleId!: string;
  @PrimaryColumn('timestamptz', { name: 'due_at' }) readonly dueAt!: Date;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('bytea') readonly body!: Buffer;
}
