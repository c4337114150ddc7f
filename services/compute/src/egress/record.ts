/** What went through the proxy of one computer while commands of the assistant ran on it. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { CommandBeginning, CommandEgress } from '../host/way-out-questions.js';

const MAX_COMMANDS = 256;
const MAX_HOSTS = 64;
/** A program that a command left behind names that command this long. */
const KEPT_MS = 60 * 60_000;
const HOST = /^[a-z0-9._:-]{1,253}$/;
const UNREADABLE = 'an unreadable address';

/** Counts one connection. */
export interface Meter {
  in(bytes: number): void;
  out(bytes: number): void;
  refused(): void;
}

/** A command that was begun and maybe ended. */
export class RecordedCommand {
  readonly password = randomBytes(18).toString('base64url');
  readonly ticket: string;
  readonly beganAt = Date.now();
  readonly grants: ReadonlySet<string>;
  foreign = false;
  ended = false;
  ranClosed = false;
  private readonly hosts = new Map<string, { bytesIn: number; bytesOut: number; refused: boolean }>();
  private moreHosts = 0;

  constructor(readonly beginning: CommandBeginning) {
    this.ticket = beginning.closed ? randomBytes(18).toString('base64url') : '';
    this.grants = new Set(beginning.grantedHosts.map(hostName).filter((host) => host !== UNREADABLE));
  }

  count(host: string, { bytesIn = 0, bytesOut = 0, refused = false }): void {
    let known = this.hosts.get(host);
    if (!known && this.hosts.size === MAX_HOSTS) return void this.moreHosts++;
    if (!known) this.hosts.set(host, (known = { bytesIn: 0, bytesOut: 0, refused: false }));
    known.bytesIn += bytesIn;
    known.bytesOut += bytesOut;
    known.refused ||= refused;
  }

  get egress(): CommandEgress {
    const hosts = [...this.hosts].map(([host, traffic]) => ({ host, ...traffic }));
    return { hosts, moreHosts: this.moreHosts, foreign: this.foreign, ranClosed: this.ranClosed };
  }
}

/** Names are compared in one form, and hold nothing that reads as something else. */
export function hostName(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '');
  return HOST.test(name) ? name : UNREADABLE;
}

export class EgressRecord {
  private readonly commands = new Map<string, RecordedCommand>();
  /** Conversations whose commands have ended, but whose programs still receive. */
  private readonly late = new Set<string>();

  /** The same command for the same id. */
  begin(beginning: CommandBeginning): RecordedCommand {
    const known = this.commands.get(beginning.id);
    if (known) return known;
    this.makeRoom();
    const command = new RecordedCommand(beginning);
    command.foreign = this.late.has(beginning.conversationId);
    this.commands.set(beginning.id, command);
    return command;
  }

  /** Undefined when the command is not known, or not any more. */
  end(id: string): CommandEgress | undefined {
    const command = this.commands.get(id);
    if (!command) return undefined;
    command.ended = true;
    return command.egress;
  }

  /** The closed command with this ticket; each ticket is taken once. */
  takeTicket(ticket: string): RecordedCommand | undefined {
    const open = this.open.find((command) => isSame(command.ticket, ticket));
    if (!open || open.ranClosed) return undefined;
    open.ranClosed = true;
    return open;
  }

  get isWatching(): boolean {
    return this.open.length > 0;
  }

  /**
   * Programs can drop or steal the credentials of a command, so these only say whose hosts are listed: what comes in
   * counts for every command that runs.
   */
  meter(address: string, credentials: Credentials | undefined): Meter {
    const host = hostName(address);
    const named = credentials && this.commandOf(credentials);
    const listed = () => (named ? [named] : this.open.filter(({ beginning }) => !beginning.closed));
    return {
      in: (bytesIn) => {
        for (const command of listed()) command.count(host, { bytesIn });
        for (const command of this.open) command.foreign = true;
        if (named?.ended) this.addLate(named.beginning.conversationId);
      },
      out: (bytesOut) => listed().forEach((command) => command.count(host, { bytesOut })),
      refused: () => listed().forEach((command) => command.count(host, { refused: true })),
    };
  }

  private get open(): RecordedCommand[] {
    return [...this.commands.values()].filter(({ ended }) => !ended);
  }

  private commandOf({ user, password }: Credentials): RecordedCommand | undefined {
    const command = this.commands.get(user.replace(/^call-/, ''));
    return command && isSame(command.password, password) ? command : undefined;
  }

  private addLate(conversationId: string): void {
    if (this.late.size < MAX_COMMANDS) this.late.add(conversationId);
  }

  /** Those that were begun first go first: who asks for them learns that nothing is known. */
  private makeRoom(): void {
    for (const [id, { beganAt }] of this.commands)
      if (this.commands.size >= MAX_COMMANDS || beganAt < Date.now() - KEPT_MS) this.commands.delete(id);
  }
}

export interface Credentials {
  readonly user: string;
  readonly password: string;
}

/** The credentials of a `Proxy-Authorization`; undefined without any. */
export function credentialsOf(header: string | undefined): Credentials | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [user = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return { user, password: rest.join(':') };
}

function isSame(known: string, given: string): boolean {
  const [a, b] = [Buffer.from(known), Buffer.from(given)];
  return a.length > 0 && a.length === b.length && timingSafeEqual(a, b);
}
