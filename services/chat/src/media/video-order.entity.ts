import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Written before a video is ordered. Without an id it is not known whether the provider has the order. */
@Entity({ name: 'video_orders' })
export class VideoOrderRow {
  /** The row of the call in the ledger. */
  @PrimaryColumn('uuid', { name: 'call_id' }) readonly callId!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** As the provider calls it. */
  @Column('text', { name: 'video_id', nullable: true }) readonly videoId!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) readonly createdAt!: Date;
}
