import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Where a thing in the trash came from: the one fact the disk cannot tell. */
@Entity({ name: 'trashed' })
export class Trashed {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  /** Its name inside Trash. */
  @PrimaryColumn('text') name!: string;
  @Column('text') root!: 'w' | 's';
  @Column('text', { array: true }) path!: string[];
  @Column('timestamptz', { name: 'trashed_at', default: () => 'now()' }) trashedAt!: Date;
}
