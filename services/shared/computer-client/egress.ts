/** What the way out of a computer saw of a command. */
import type { EndCommandResponse } from '@zo/proto/compute/v1';
import { sanitiseAmount, sanitiseText } from './sanitise.js';

/** What names a command at the proxy of its computer. */
export interface BegunCommand {
  readonly proxyUser: string;
  readonly proxyPassword: string;
  /** Lets the computer's host run it without a way out; empty unless it was begun so. */
  readonly closedTicket: string;
}

export interface HostTraffic {
  readonly host: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly refused: boolean;
}

export interface CommandEgress {
  readonly hosts: readonly HostTraffic[];
  readonly moreHosts: number;
  /** Bytes came in from the network while it ran. */
  readonly foreign: boolean;
  readonly ranClosed: boolean;
}

const MAX_HOST = 253;

export const egressFrom = ({ hosts, moreHosts, foreign, ranClosed }: EndCommandResponse): CommandEgress => ({
  hosts: hosts.map(({ host, bytesIn, bytesOut, refused }) => ({
    host: sanitiseText(host, MAX_HOST),
    bytesIn: sanitiseAmount(bytesIn),
    bytesOut: sanitiseAmount(bytesOut),
    refused,
  })),
  moreHosts,
  foreign,
  ranClosed,
});
