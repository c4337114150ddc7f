import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Ctx } from '@zo/shared/auth';
import { refuse } from '@zo/shared/bootstrap';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { ComputersService } from '../computers/computers.service.js';

const ATTACH = /^\/api\/terminals\/([0-9a-f]{16})\/attach$/;
const PASSED_ON = ['sec-websocket-key', 'sec-websocket-version', 'sec-websocket-protocol', 'sec-websocket-extensions'];

/** `GET /api/terminals/{id}/attach`: the browser's connection becomes the agent's; not a byte is looked at in between. */
@Injectable()
export class TerminalsSocket implements OnModuleDestroy {
  private readonly open = new Set<Duplex>();

  constructor(private readonly computers: ComputersService) {}

  /** The shells go on; browsers attach again where they left off. */
  onModuleDestroy(): void {
    for (const socket of this.open) socket.destroy();
  }

  readonly upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer, ctx: Ctx): Promise<void> => {
    const url = new URL(request.url ?? '', 'http://compute');
    const id = ATTACH.exec(url.pathname)?.[1];
    if (!id) return refuse(socket, 404);
    const computer = await this.computers.peek(ctx);
    if (!computer) return refuse(socket, 409);
    const from = url.searchParams.get('from');
    const path = `/terminals/${id}${from !== null && /^\d{1,15}$/.test(from) ? `?from=${from}` : ''}`;
    const options = computer.client.requestOptions(path);
    const websocket = Object.fromEntries(PASSED_ON.flatMap((name) => (request.headers[name] === undefined ? [] : [[name, request.headers[name]]])));
    const outgoing = httpRequest({ ...options, agent: false, headers: { ...options.headers, ...websocket, connection: 'Upgrade', upgrade: 'websocket' } });
    outgoing.once('response', (answer) => refuse(socket, answer.statusCode ?? 502));
    outgoing.once('error', () => refuse(socket, 503));
    outgoing.once('upgrade', (answer, agent, first) => join({ browser: socket, agent, answer }, [head, first]));
    this.open.add(socket);
    socket.once('close', () => {
      this.open.delete(socket);
      outgoing.destroy();
    });
    outgoing.end();
  };
}

interface Ends {
  readonly browser: Duplex;
  readonly agent: Duplex;
  readonly answer: IncomingMessage;
}

function join({ browser, agent, answer }: Ends, [fromBrowser, fromAgent]: [Buffer, Buffer]): void {
  const lines = answer.rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${answer.rawHeaders[index + 1]}`] : []));
  browser.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (fromAgent.length > 0) browser.write(fromAgent);
  if (fromBrowser.length > 0) agent.write(fromBrowser);
  agent.on('error', () => browser.destroy());
  browser.on('error', () => agent.destroy());
  browser.once('close', () => agent.destroy());
  agent.once('close', () => browser.destroy());
  agent.pipe(browser);
  browser.pipe(agent);
}
