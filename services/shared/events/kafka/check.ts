/** Whether brokers keep what they confirm, in as many partitions as everybody counts with. */
import { type Topic, topics } from '@zo/proto/topics';
import type { Broker, KeptTopic } from './broker.js';

const MIN_IN_SYNC = 2;
/** Topics have had it for as long as there were formats to choose from; Kafka 4.0 took it away. */
const OLD_SETTING = 'message.format.version';

/** @throws with the first thing that is wrong about the topics of a service, or about those of others that are there */
export async function checkTopics(broker: Broker, service: string): Promise<void> {
  for (const topic of topics) {
    const kept = await broker.inspect(topic.name);
    // The relay of the owner makes it as soon as it can.
    if (!kept && topic.owner === service) throw new Error(`the brokers do not have the topic ${topic.name} yet`);
    const fault = kept && faultOf(topic, kept);
    if (fault) throw new Error(fault);
  }
}

/** One sentence, or undefined when everything is as it has to be. */
export function faultOf({ name, partitions }: Pick<Topic, 'name' | 'partitions'>, kept: KeptTopic): string | undefined {
  if (OLD_SETTING in kept.settings) return 'the brokers are too old, Kafka has to be 4.0 or newer';
  if (kept.partitions !== partitions)
    return `topic ${name} has ${kept.partitions} partitions and has to have ${partitions}`;
  const inSync = Number(kept.settings['min.insync.replicas']);
  if (kept.brokers > 1 && inSync < MIN_IN_SYNC)
    return `min.insync.replicas of topic ${name} is ${inSync}, so that one broker alone confirms and may lose it: set it to ${MIN_IN_SYNC} or more`;
  return undefined;
}
