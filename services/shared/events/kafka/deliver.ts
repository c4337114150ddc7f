/**
 * Sends events of one partition in pieces that the brokers take. One that is too large by itself is announced by a record
 * without its content: the groups park it in its place, and have it from the log when they retry it.
 */
import type { Topic } from '@zo/proto/topics';
import { type Broker, type BrokerRecord, TooLargeError } from './broker.js';

/** An event as the log in Postgres has it. */
export interface LogRow {
  readonly partition: number;
  readonly offset: string;
  readonly id: string;
  readonly key: string;
  readonly type: string;
  /** Of the content. */
  readonly bytes: number;
  /** Null: so large that it was not read. */
  readonly payload: Uint8Array | null;
  readonly at: Date;
  readonly traceparent: string | null;
}

/** What is larger is not even tried: it would be read into memory whole. */
export const MAX_PAYLOAD_BYTES = 16 * 1_048_576;
/** What a record has besides its content: key and headers. */
export const RECORD_OVERHEAD_BYTES = 512;
/** The offset of an event whose content is not on the brokers, and how long it is. Without `offset`, older readers pass it over. */
export const OVERSIZED_OFFSET = 'oversized_offset';
export const OVERSIZED_BYTES = 'oversized_bytes';

export interface Delivery {
  readonly broker: Broker;
  readonly topic: Topic;
  readonly partition: number;
  /** Everything of the partition before this offset is on the brokers. */
  readonly onSent: (next: bigint) => void;
  readonly onOversized: (row: LogRow) => void;
}

/** In order, one piece after the other. @throws when the brokers do not take a piece for another reason than its size */
export async function deliver(delivery: Delivery, rows: readonly LogRow[]): Promise<void> {
  const unread = rows.findIndex(({ payload }) => payload === null);
  if (unread === -1) return deliverPiece(delivery, rows);
  await deliverPiece(delivery, rows.slice(0, unread));
  await announce(delivery, rows[unread]!);
  await deliver(delivery, rows.slice(unread + 1));
}

async function deliverPiece(delivery: Delivery, rows: readonly LogRow[]): Promise<void> {
  const last = rows.at(-1);
  if (!last) return;
  const { broker, topic, partition, onSent } = delivery;
  const records = rows.map((row) => recordOf(topic, row));
  try {
    await broker.send(topic.name, partition, records);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    if (rows.length === 1) return announce(delivery, last);
    const half = Math.ceil(rows.length / 2);
    await deliverPiece(delivery, rows.slice(0, half));
    return deliverPiece(delivery, rows.slice(half));
  }
  onSent(BigInt(last.offset) + 1n);
}

async function announce({ broker, topic, partition, onSent, onOversized }: Delivery, row: LogRow): Promise<void> {
  onOversized(row);
  await broker.send(topic.name, partition, [announcementOf(topic, row)]);
  onSent(BigInt(row.offset) + 1n);
}

/** In the spelling of CloudEvents; `offset` is the place in the log of Postgres. */
function recordOf(topic: Topic, row: LogRow): BrokerRecord {
  return { key: row.key, value: row.payload!, headers: { ...headersOf(topic, row), offset: row.offset } };
}

function announcementOf(topic: Topic, row: LogRow): BrokerRecord {
  const headers = { ...headersOf(topic, row), [OVERSIZED_OFFSET]: row.offset, [OVERSIZED_BYTES]: String(row.bytes) };
  return { key: row.key, value: new Uint8Array(), headers };
}

const headersOf = (topic: Topic, { id, type, at, traceparent }: LogRow) => ({
  ce_id: id,
  ce_type: type,
  ce_time: at.toISOString(),
  ce_source: topic.owner,
  ce_specversion: '1.0',
  ...(traceparent && { traceparent }),
});
