import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Channel } from '../messages/message.entity.js';

/** An address whose messages are let in. */
@Entity({ name: 'senders' })
export class Sender {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  @Column('text') readonly channel!: Channel;
  /** In lower case. */
  @Column('text') readonly address!: string;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
