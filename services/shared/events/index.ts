export * from './apply.js';
export * from './event-log.js';
export { KafkaLog } from './kafka/log.js';
export * from './log.js';
export * from './publish.js';
export * from './schema.js';
export * from './sweep.js';
export * from './transport.js';
export * from './wake.js';
