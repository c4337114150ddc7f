import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A picture that a call has answered: the model is shown the same bytes each time. */
@Entity({ name: 'call_pictures' })
export class CallPictureRow {
  /** The row of the call in the ledger. */
  @PrimaryColumn('uuid', { name: 'call_id' }) readonly callId!: string;
  @PrimaryColumn('int') readonly position!: number;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('uuid', { name: 'run_id' }) readonly runId!: string;
  /** JPEG. */
  @Column('bytea') readonly bytes!: Buffer;
}
