import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A picture that a model was shown with a message: the same bytes each time, whatever becomes of the file. */
@Entity({ name: 'pictures' })
export class PictureRow {
  @PrimaryColumn('uuid', { name: 'message_id' }) readonly messageId!: string;
  @PrimaryColumn('int') readonly position!: number;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** JPEG. */
  @Column('bytea') readonly bytes!: Buffer;
}
