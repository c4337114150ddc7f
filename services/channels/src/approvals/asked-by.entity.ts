import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How a user wants to be asked. Without a row: as the defaults say. */
@Entity({ name: 'asked_by' })
export class AskedBy {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('boolean') readonly email!: boolean;
  @Column('boolean') readonly sms!: boolean;
  @Column('boolean') readonly push!: boolean;
  @Column('boolean') readonly telegram!: boolean;
  /** Whether notifications show what is asked, which a locked screen shows to everybody. */
  @Column('boolean') readonly details!: boolean;
}
