import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { refuse } from '@zo/bootstrap';
import { SWITCHING_PROTOCOLS, Tunnels } from '@zo/streams';
import { traced } from '@zo/tracing';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { z } from 'zod';
import { ComputersService } from '../computers/computers.service.js';
import { MachinesService } from '../machines/machines.service.js';

const ATTACH = /^\/api\/terminals\/([0-9a-f]{16})\/attach$/;
const PASSED_ON = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions'];

export const attachQuery = z.object({
  /** The machine of the person's own that it is on; the computer without one. */
  machine: z.uuid().optional(),
  /** Position in the terminal's output to resume from; ignored when it is not a number. */
  from: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional()
    .catch(undefined),
});

/**
 * `GET /api/terminals/{id}/attach`: connects the browser's socket to the agent's. Not a Nest gateway, which would parse
 * and frame every key and screen again (infra/decisions/2026-11-23-websocket-gateways.md).
 */
@Injectable()
export class TerminalsSocket implements OnModuleDestroy {
  private readonly tunnels = new Tunnels();

  constructor(
    private readonly computers: ComputersService,
    private readonly machines: MachinesService,
  ) {}

  /** The shells keep running; browsers reattach where they left off. */
  onModuleDestroy(): Promise<void> {
    return this.tunnels.restart();
  }

  readonly upgrade = async (
    request: IncomingMessage,
    { socket, head }: { socket: Duplex; head: Buffer },
    ctx: Ctx,
  ): Promise<number> => {
    const url = new URL(request.url ?? '', 'http://compute');
    const id = ATTACH.exec(url.pathname)?.[1];
    if (!id) return refuse(socket, 404);
    const query = attachQuery.safeParse(Object.fromEntries(url.searchParams));
    if (!query.success) return refuse(socket, 404);
    const { from, machine } = query.data;
    const client = machine ? await this.machines.open(ctx, machine) : (await this.computers.peek(ctx))?.client;
    if (!client) return refuse(socket, 409);
    const path = `/terminals/${id}${from === undefined ? '' : `?from=${from}`}`;
    const options = await client.requestOptions(path);
    const websocket = Object.fromEntries(
      PASSED_ON.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])),
    );
    const headers = { ...options.headers, ...websocket, connection: 'Upgrade', upgrade: 'websocket' };
    const status = await traced('agent attach', { kind: 'client', attributes: { route: '/terminals/:id' } }, () =>
      this.tunnels.pass({ socket, head }, { ...options, headers }),
    );
    return status === SWITCHING_PROTOCOLS ? status : refuse(socket, status);
  };
}
