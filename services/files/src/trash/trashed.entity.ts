import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The origin of an entry in the trash, which cannot be read from the disk. */
@Entity({ name: 'trashed' })
export class Trashed {
  @PrimaryColumn('uuid', { name: 'user_id' }) userId!: string;
  /** The entry's name inside Trash. */
  @PrimaryColumn('text') name!: string;
  @Column('text') root!: 'w' | 's';
  @Column('text', { array: true }) path!: string[];
  /** Other services have its event; stored together with that. */
  @Column('boolean') told!: boolean;
  @Column('timestamptz', { name: 'trashed_at', default: () => 'now()' }) trashedAt!: Date;
}
