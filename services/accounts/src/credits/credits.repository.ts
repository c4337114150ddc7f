import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { CreditEntry } from './credit-entry.entity.js';

const LAST = 20;

@Injectable()
export class CreditsRepository {
  /** Returns false if an entry with this key exists. */
  async add(tx: EntityManager, entry: Omit<CreditEntry, 'at'>): Promise<boolean> {
    const { raw } = await tx.createQueryBuilder().insert().into(CreditEntry).values(entry).orIgnore().execute();
    return (raw as unknown[]).length > 0;
  }

  byKey(tx: EntityManager, key: string): Promise<CreditEntry | null> {
    return tx.findOneBy(CreditEntry, { key });
  }

  async balance(tx: EntityManager, userId: string): Promise<number> {
    return (await tx.sum(CreditEntry, 'amountCents', { userId })) ?? 0;
  }

  /** Newest first. */
  last(tx: EntityManager, userId: string): Promise<CreditEntry[]> {
    return tx.find(CreditEntry, { where: { userId }, order: { at: 'desc', id: 'asc' }, take: LAST });
  }
}
