export { accountsEvents } from './accounts.events.v1.js';
export { channelsEvents } from './channels.events.v1.js';
export { chatEvents } from './chat.events.v1.js';
export { filesEvents } from './files.events.v1.js';
export { consumerGroups, type EventType, type Topic } from './topic.js';
export { zoEvents } from './zo.events.v1.js';
import { accountsEvents } from './accounts.events.v1.js';
import { channelsEvents } from './channels.events.v1.js';
import { chatEvents } from './chat.events.v1.js';
import { filesEvents } from './files.events.v1.js';
import type { Topic } from './topic.js';
import { zoEvents } from './zo.events.v1.js';

/** Every topic of the product. */
export const topics: readonly Topic[] = [accountsEvents, filesEvents, zoEvents, chatEvents, channelsEvents];
