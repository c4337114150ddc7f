/**
 * Sends the events of one partition in batches that the brokers accept. An event that is too large by itself is
 * announced by a record without payload: the groups park it in its place and read the payload from the log when they
 * retry it.
 */
import type { Topic } from '@zo/proto/topics';
import { type Broker, type BrokerRecord, TooLargeError } from './broker.js';

/** An event as stored in the log of Postgres. */
export interface LogRow {
  readonly partition: number;
  readonly offset: string;
  readonly id: string;
  readonly key: string;
  readonly type: string;
  /** Length of the payload. */
  readonly bytes: number;
  /** Null if the payload was too large to be read. */
  readonly payload: Uint8Array | null;
  readonly at: Date;
  readonly traceparent: string | null;
}

/** Events with a larger payload are never sent, because that would read them into memory whole. */
export const MAX_PAYLOAD_BYTES = 16 * 1_048_576;
/** Estimated size of a record besides its payload: key and headers. */
export const RECORD_OVERHEAD_BYTES = 512;
/**
 * Headers with the offset and length of an event whose payload is not on the brokers. Without `offset`, older readers
 * skip the record.
 */
export const OVERSIZED_OFFSET = 'oversized_offset';
export const OVERSIZED_BYTES = 'oversized_bytes';

export interface Delivery {
  readonly broker: Broker;
  readonly topic: Topic;
  readonly partition: number;
  /** The cluster whose offsets the rows continue. */
  readonly cluster: string;
  /** Called when everything of the partition before this offset is on the brokers. */
  readonly onSent: (next: bigint) => void;
  readonly onOversized: (row: LogRow) => void;
}

/**
 * Sends the rows in order, one batch after another. @throws if the brokers refuse a batch for another reason than its
 * size
 */
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
  const { broker, topic, partition, cluster, onSent } = delivery;
  const records = rows.map((row) => recordOf(topic, row));
  try {
    await broker.send({ topic: topic.name, partition, cluster }, records);
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    if (rows.length === 1) return announce(delivery, last);
    const half = Math.ceil(rows.length / 2);
    await deliverPiece(delivery, rows.slice(0, half));
    return deliverPiece(delivery, rows.slice(half));
  }
  onSent(BigInt(last.offset) + 1n);
}

async function announce(delivery: Delivery, row: LogRow): Promise<void> {
  const { broker, topic, partition, cluster, onSent, onOversized } = delivery;
  onOversized(row);
  await broker.send({ topic: topic.name, partition, cluster }, [announcementOf(topic, row)]);
  onSent(BigInt(row.offset) + 1n);
}

/** Follows the header names of CloudEvents; `offset` is the offset in the log of Postgres. */
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
