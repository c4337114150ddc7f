import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A browser that is told of news while no page is open. */
@Entity({ name: 'devices' })
export class Device {
  @PrimaryColumn('uuid') readonly id!: string;
  @Column('uuid', { name: 'user_id' }) readonly userId!: string;
  /** SHA-256 of the address at the push service. */
  @Column('bytea', { name: 'endpoint_hash' }) readonly endpointHash!: Buffer;
  /** The subscription, encrypted. */
  @Column('bytea') readonly sealed!: Buffer;
  /** The session in which it was added; with it the device is forgotten. Null: added by an earlier release. */
  @Column('text', { name: 'session_id', nullable: true }) readonly sessionId!: string | null;
  /** As people know it: `Firefox on Android`. */
  @Column('text') readonly name!: string;
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' }) readonly createdAt!: Date;
}
