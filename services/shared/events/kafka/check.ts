/** Checks that brokers keep what they confirm, with the declared number of partitions. */
import { type Topic, topics } from '@zo/proto/topics';
import type { Broker, KeptTopic } from './broker.js';

const MIN_IN_SYNC = 2;
/** Every topic had this setting until Kafka 4.0 removed it. */
const OLD_SETTING = 'message.format.version';

/** @throws with the first problem of the service's own topics, or of existing topics of others */
export async function checkTopics(broker: Broker, service: string): Promise<void> {
  for (const topic of topics) {
    const kept = await broker.inspect(topic.name);
    // The owner's relay creates the topic as soon as it can.
    if (!kept && topic.owner === service) throw new Error(`the brokers do not have the topic ${topic.name} yet`);
    const mismatch = kept && mismatchOf(topic, kept);
    if (mismatch) throw new Error(mismatch);
  }
}

/** Returns the problem in one sentence, or undefined if the settings are valid. */
export function mismatchOf(
  { name, partitions }: Pick<Topic, 'name' | 'partitions'>,
  kept: KeptTopic,
): string | undefined {
  if (OLD_SETTING in kept.settings) return 'the brokers are too old, Kafka has to be 4.0 or newer';
  if (kept.partitions !== partitions)
    return `topic ${name} has ${kept.partitions} partitions and has to have ${partitions}`;
  const inSync = Number(kept.settings['min.insync.replicas']);
  if (kept.brokers > 1 && inSync < MIN_IN_SYNC)
    return (
      `min.insync.replicas of topic ${name} is ${inSync}, so that one broker alone confirms and may lose it: ` +
      `set it to ${MIN_IN_SYNC} or more`
    );
  return undefined;
}
