import type { AnyLocation } from '@zo/proto/location';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An upload that was started. Sizes in bytes; `bigint` columns are read as strings. */
@Entity({ name: 'uploads' })
export class Upload {
  @PrimaryColumn('uuid') id!: string;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  @Column('text') root!: AnyLocation['root'];
  @Column('text', { array: true, name: 'path_parts' }) pathParts!: string[];
  @Column('text', { name: 'file_name' }) fileName!: string;
  @Column('bigint', { name: 'total_bytes' }) totalBytes!: string;
  @Column('int', { name: 'chunk_bytes' }) chunkBytes!: number;
  @Column('text') clash!: 'refuse' | 'keep-both';
  /** Set once the file is in its place. */
  @Column('text', { nullable: true, name: 'final_path' }) finalPath!: string | null;
  @Column('timestamptz', { name: 'created_at', default: () => 'now()' }) createdAt!: Date;
  /** About when the last chunk arrived, to the hour. */
  @Column('timestamptz', { name: 'used_at', default: () => 'now()' }) usedAt!: Date;
}

@Entity({ name: 'chunks' })
export class Chunk {
  @PrimaryColumn('uuid', { name: 'upload_id' }) uploadId!: string;
  @PrimaryColumn('int') index!: number;
  @Column('uuid', { name: 'user_id' }) userId!: string;
  /** CRC-32 of the chunk's bytes: distinguishes a repeated chunk from a different one. */
  @Column('bigint') crc!: string;
}
