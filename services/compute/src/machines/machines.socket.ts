import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { refuse } from '@zo/bootstrap';
import { logger } from '@zo/observability';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { z } from 'zod';
import { MachinesService } from './machines.service.js';

const log = logger('compute');
/** A window of the HTTP/2 session in it, with its frames. */
const MAX_MESSAGE = 1024 * 1024;
const SWITCHING_PROTOCOLS = 101;
const SERVICE_RESTART = 1012;

const yes = z.enum(['yes', 'no']).transform((answer) => answer === 'yes');

/** What a machine says of itself. Older programs do not say `readOnly`. */
const said = z.object({ folder: z.string().trim().min(1).max(4_096), shell: yes, readOnly: yes.default(false) });

/** `GET /api/machines/link`: takes the link of a person's own machine, which sends its token in `x-zo-machine`. */
@Injectable()
export class MachinesSocket implements OnModuleDestroy {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE, perMessageDeflate: false });

  constructor(private readonly machines: MachinesService) {}

  /** Machines link themselves again, to another process if there is one. */
  onModuleDestroy(): void {
    for (const websocket of this.server.clients) websocket.close(SERVICE_RESTART);
  }

  readonly upgrade = async (
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
  ): Promise<number> => {
    const machine = await this.machines.identify(String(request.headers['x-zo-machine'] ?? ''));
    if (!machine) return refuse(socket, 401);
    const query = said.safeParse(Object.fromEntries(new URL(request.url ?? '', 'http://compute').searchParams));
    if (!query.success) return refuse(socket, 400);
    this.server.handleUpgrade(request, socket, head, (websocket) => {
      const stream = createWebSocketStream(websocket, { allowHalfOpen: false });
      stream.on('error', () => websocket.terminate());
      this.machines.link(machine, query.data, stream).catch((error: unknown) => {
        log.warn({ error }, 'a machine could not be linked');
        websocket.close(SERVICE_RESTART);
      });
    });
    return SWITCHING_PROTOCOLS;
  };
}
