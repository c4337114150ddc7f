/** Reads and writes Kafka records, for tests that search in them or plant some. */
import { once } from 'node:events';
import kafkajs from 'kafkajs';

const connect = (brokers: readonly string[]) =>
  new kafkajs.Kafka({ brokers: [...brokers], logLevel: kafkajs.logLevel.NOTHING });

/** Keys, headers and values of all records of all topics at this moment. */
export async function everyRecord(brokers: readonly string[]): Promise<string> {
  const kafka = connect(brokers);
  const admin = kafka.admin();
  await admin.connect();
  const topics = (await admin.listTopics()).filter((topic) => !topic.startsWith('__'));
  const left = new Set<string>();
  for (const topic of topics)
    for (const { partition, high, low } of await admin.fetchTopicOffsets(topic))
      if (high !== low) left.add(`${topic}/${partition}/${BigInt(high) - 1n}`);
  await admin.disconnect();
  const text: string[] = [];
  const consumer = kafka.consumer({ groupId: `looking-${crypto.randomUUID()}` });
  const done = new EventTarget();
  const over = left.size > 0 ? once(done, 'over') : undefined;
  await consumer.connect();
  await consumer.subscribe({ topics, fromBeginning: true });
  await consumer.run({
    eachMessage: async ({ topic, partition, message: { key, value, headers, offset } }) => {
      for (const part of [key, value, ...Object.entries(headers ?? {}).flat(2)])
        if (part) text.push(Buffer.from(part as Buffer).toString('latin1'));
      if (left.delete(`${topic}/${partition}/${offset}`) && left.size === 0) done.dispatchEvent(new Event('over'));
    },
  });
  await over;
  await consumer.disconnect();
  return text.join('\n');
}

/** Writes a record to a topic of its own. */
export async function plantRecord(brokers: readonly string[], value: string): Promise<void> {
  const kafka = connect(brokers);
  const admin = kafka.admin();
  await admin.connect();
  await admin.createTopics({ topics: [{ topic: 'left-behind', numPartitions: 1 }] });
  await admin.disconnect();
  const producer = kafka.producer();
  await producer.connect();
  await producer.send({ topic: 'left-behind', messages: [{ value }] });
  await producer.disconnect();
}
