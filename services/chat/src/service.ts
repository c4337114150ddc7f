import type { ServiceDefinition } from '@zo/bootstrap';
import { ChatModule } from './chat.module.js';
import { entities } from './db/entities.js';
import { migrations } from './db/index.js';

export const chat: ServiceDefinition = { name: 'chat', module: ChatModule, entities, migrations, jsonLimit: '4mb' };
export { chat as definition };
