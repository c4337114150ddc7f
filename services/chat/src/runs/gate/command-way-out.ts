/** Has what leaves and enters during a command recorded, and keeps a closed one to its granted hosts. */
import { Injectable } from '@nestjs/common';
import { Computers } from '@zo/computer-client';
import { GrantedHostsService } from '../../grants/granted-hosts.service.js';
import { openHosts } from '../../shapes/labels.js';
import { ToolError } from '../../tools/tool-errors.js';
import type { RecordedCommand, RecordedTraffic } from '../../tools/tool.js';
import { conversationIdOf } from '../ports/snapshots.js';
import type { Effects } from '../store/ledger.repository.js';
import type { GateRun } from './gate-run.js';

/** Where computers have the proxy of their way out. */
const PROXY = '127.0.0.1:3128';
/** Of one command, as compute takes them. */
const MAX_HOSTS = 50;
const VARIABLES = ['http_proxy', 'https_proxy', 'all_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];

type Begun = Omit<RecordedCommand, 'ended' | 'leftToRun' | 'rehearse'> & RecordedTraffic;

@Injectable()
export class CommandWayOut {
  constructor(
    private readonly computers: Computers,
    private readonly grants: GrantedHostsService,
  ) {}

  /** Asked for each command, so that what the user takes back ends with the command that runs. */
  private async grantedTo(at: GateRun): Promise<string[]> {
    const always = await this.grants.names(at.ctx);
    return [...new Set([...at.once, ...openHosts(at.labels, Date.now()), ...always])].slice(0, MAX_HOSTS);
  }

  /** @throws ToolError if the command has to be closed and cannot be */
  async begin(
    at: GateRun,
    { closed, mayReachGranted }: { closed: boolean; mayReachGranted: boolean },
    { egress }: Effects,
  ): Promise<Begun> {
    const commandId = crypto.randomUUID();
    const begun = await this.computers.beginCommand(at.ctx, {
      commandId,
      conversationId: conversationIdOf(at.run),
      closed,
      grantedHosts: closed && mayReachGranted ? await this.grantedTo(at) : [],
    });
    if (closed && !begun?.closedTicket)
      throw new ToolError('The computer cannot run this without a way out right now. Try again.', 'not_closed');
    if (!begun) return { env: {}, closedTicket: '', over: async () => void egress.push(undefined) };
    const proxy = `http://${begun.proxyUser}:${begun.proxyPassword}@${PROXY}`;
    return {
      proxy: { user: begun.proxyUser, password: begun.proxyPassword },
      env: Object.fromEntries(VARIABLES.map((name) => [name, proxy])),
      closedTicket: begun.closedTicket,
      over: async () => {
        const seen = await this.computers.endCommand(at.ctx, commandId).catch(() => undefined);
        // Who does not know what came in has to take it for text of others.
        egress.push(seen ?? { hosts: [], moreHosts: 0, foreign: true, ranClosed: false });
        if (closed && !seen?.ranClosed)
          throw new ToolError(
            'The computer did not run this without a way out, so its result is not used.',
            'not_closed',
          );
      },
    };
  }
}
