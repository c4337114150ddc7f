/** The services that have a schema of their own, in the order of their start. */
import { accounts } from '@zo/accounts/service';
import { channels } from '@zo/channels/service';
import { chat } from '@zo/chat/service';
import { compute } from '@zo/compute/service';
import { connections } from '@zo/connections/service';
import { files } from '@zo/files/service';
import type { ServiceDefinition } from '@zo/bootstrap';
import { uploads } from '@zo/uploads/service';
import { zo } from '@zo/zo/service';

export const definitions: readonly ServiceDefinition[] = [
  accounts,
  compute,
  files,
  uploads,
  zo,
  channels,
  connections,
  chat,
];
