import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf } from '@zo/db';
import { type AnyLocation, isMachineRoot } from '@zo/proto/location';
import { Between, In, LessThan, MoreThan } from 'typeorm';
import { Chunk, Upload } from './upload.entity.js';

/** Unfinished uploads expire when nothing has arrived for this time. */
const LIFETIME_MS = 24 * 3_600_000;
/** Agents remove an upload that nobody has asked them to remove for so long (services/computer-agent/src/uploads). */
const FORGOTTEN_MS = 4 * LIFETIME_MS;
const before = (ms: number) => new Date(Date.now() - ms);
/** The time of the last chunk is not written more often. */
const NOTE_MS = 3_600_000;
const expiry = () => before(LIFETIME_MS);

@Injectable()
export class UploadsRepository {
  async insert(ctx: Ctx, upload: Upload): Promise<void> {
    await repositoryOf(ctx, Upload).insert(upload);
  }

  find(ctx: Ctx, id: string): Promise<Upload | null> {
    return repositoryOf(ctx, Upload).findOneBy({ id, userId: ctx.userId, usedAt: MoreThan(expiry()) });
  }

  open(ctx: Ctx): Promise<Upload[]> {
    const where = { userId: ctx.userId, usedAt: MoreThan(expiry()) };
    return repositoryOf(ctx, Upload)
      .createQueryBuilder('u')
      .where(where)
      .andWhere('u.final_path is null')
      .orderBy('u.created_at')
      .take(1_000)
      .getMany();
  }

  /** Those of the agent that `root` belongs to. */
  expired(ctx: Ctx, root: AnyLocation['root']): Promise<Upload[]> {
    const roots: AnyLocation['root'][] = isMachineRoot(root) ? [root] : ['w', 's'];
    const where = { userId: ctx.userId, root: In(roots), usedAt: LessThan(expiry()) };
    return repositoryOf(ctx, Upload).find({ where, take: 100 });
  }

  /** As if its time had passed: it is gone for its user, and its agent is asked later to remove it. */
  async expire(ctx: Ctx, id: string): Promise<void> {
    await repositoryOf(ctx, Upload).update({ id }, { usedAt: before(LIFETIME_MS + 1_000) });
  }

  async removeForgotten(ctx: Ctx): Promise<void> {
    await repositoryOf(ctx, Upload).delete({ userId: ctx.userId, usedAt: LessThan(before(FORGOTTEN_MS)) });
  }

  async setFinal(ctx: Ctx, id: string, finalPath: string | null): Promise<void> {
    await repositoryOf(ctx, Upload).update({ id }, { finalPath });
  }

  async remove(ctx: Ctx, ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await repositoryOf(ctx, Upload).delete([...ids]);
  }

  chunk(ctx: Ctx, uploadId: string, index: number): Promise<Chunk | null> {
    return repositoryOf(ctx, Chunk).findOneBy({ uploadId, index });
  }

  /** Records a chunk, and that the upload goes on. */
  async addChunk(ctx: Ctx, chunk: Chunk): Promise<void> {
    await repositoryOf(ctx, Chunk).createQueryBuilder().insert().values(chunk).orIgnore().execute();
    // One that was aborted meanwhile stays expired.
    const usedAt = Between(expiry(), before(NOTE_MS));
    await repositoryOf(ctx, Upload).update({ id: chunk.uploadId, usedAt }, { usedAt: new Date() });
  }

  /** Returns the indexes of received chunks in ascending order, by upload. One query for any number of uploads. */
  async received(ctx: Ctx, uploadIds: readonly string[]): Promise<ReadonlyMap<string, number[]>> {
    const rows = await repositoryOf(ctx, Chunk)
      .createQueryBuilder('c')
      .select('c.uploadId', 'uploadId')
      .addSelect('array_agg(c.index order by c.index)', 'indices')
      .where({ uploadId: In([...uploadIds]) })
      .groupBy('c.uploadId')
      .getRawMany<{ uploadId: string; indices: number[] }>();
    return new Map(rows.map(({ uploadId, indices }) => [uploadId, indices]));
  }
}
