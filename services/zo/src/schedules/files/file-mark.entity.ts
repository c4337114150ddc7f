import { Column, Entity, PrimaryColumn } from 'typeorm';
import { toNumber } from '../../db/numbers.js';

/** Up to where the history of a user's computer was looked at for files that start something. */
@Entity({ name: 'file_marks' })
export class FileMark {
  @PrimaryColumn('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('bigint', { transformer: toNumber }) readonly seq!: number;
}
