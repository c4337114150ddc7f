/** The port on which mail arrives. Whoever connects is unknown: everything is counted and bounded. */
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CACHE, type Cache } from '@zo/cache';
import { logger } from '@zo/observability';
import { SMTPServer, type SMTPServerAddress, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { CHANNEL_CONFIG, type ChannelConfig } from '../config.js';
import { type Person, People } from '../people/people.js';
import { Intake } from './intake.js';

export const MAX_MAIL_BYTES = 25 * 1024 * 1024;
const MAX_CLIENTS = 50;
/** Those of one address, which would have all places otherwise: a connection may say little for long. */
export const MAX_OF_ADDRESS = 20;
const MAX_RECIPIENTS = 10;
/** Bytes of all mails that are being received. */
const MAX_IN_MEMORY = 128 * 1024 * 1024;
const IDLE_MS = 60_000;
const CLOSE_MS = 5_000;
/** Another process of this machine has the port; it is tried again, because that one may end. */
const LISTEN_AGAIN_MS = 30_000;
export const MAILS_PER_ADDRESS = { most: 60, ms: 60_000 };
export const MAILS_PER_USER = { most: 120, ms: 3_600_000 };
const RECIPIENTS_PER_ADDRESS = { most: 600, ms: 60_000 };
const log = logger('channels:smtp');

/** An answer of SMTP. */
class Refusal extends Error {
  constructor(
    readonly responseCode: number,
    message: string,
  ) {
    super(message);
  }
}
const busy = (message: string) => new Refusal(451, message);

@Injectable()
export class SmtpListener implements OnApplicationBootstrap, OnModuleDestroy {
  private server?: SMTPServer;
  private readonly closing = new AbortController();
  /** Who the recipients of a connection are. */
  private readonly recipients = new Map<string, Map<string, Person>>();
  /** The addresses of open connections. */
  private readonly addresses = new Map<string, string>();
  private inMemory = 0;

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly people: People,
    private readonly intake: Intake,
    @Inject(CACHE) private readonly cache: Cache,
    @Inject(CHANNEL_CONFIG) private readonly config: ChannelConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.ZO_SMTP_PORT) await this.listen(this.config.ZO_SMTP_PORT);
  }

  async onModuleDestroy(): Promise<void> {
    this.closing.abort();
    await new Promise<void>((resolve) => (this.server ? this.server.close(resolve) : resolve()));
  }

  private async listen(port: number): Promise<void> {
    const server = this.create();
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, this.config.ZO_SMTP_LISTEN, resolve);
      });
    } catch (error) {
      log.warn({ error, port }, 'the port for mail cannot be opened; it is tried again');
      return void delay(LISTEN_AGAIN_MS, undefined, { signal: this.closing.signal, ref: false })
        .then(() => this.listen(port))
        .catch(() => undefined);
    }
    server.on('error', (error) => log.debug({ error }, 'a connection that brought mail failed'));
    this.server = server;
    log.info({ port }, 'mail can arrive');
  }

  private create(): SMTPServer {
    const { ZO_SMTP_CERT: cert, ZO_SMTP_KEY: key, ZO_MAIL_DOMAIN: name } = this.config;
    const tls = cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : undefined;
    return new SMTPServer({
      name,
      banner: 'ready',
      size: MAX_MAIL_BYTES,
      disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      ...tls,
      authOptional: true,
      disableReverseLookup: true,
      logger: false,
      maxClients: MAX_CLIENTS,
      socketTimeout: IDLE_MS,
      closeTimeout: CLOSE_MS,
      onConnect: (session, callback) => answer(callback, () => this.admit(session)),
      onMailFrom: (_address, session, callback) => answer(callback, () => this.begin(session)),
      onRcptTo: (address, session, callback) => answer(callback, () => this.addRecipient(address, session)),
      onData: (stream, session, callback) => answer(callback, () => this.take(stream, session)),
      onClose: ({ id }) => void (this.recipients.delete(id), this.addresses.delete(id)),
    });
  }

  private async admit({ id, remoteAddress }: SMTPServerSession): Promise<void> {
    const others = [...this.addresses.values()].filter((address) => address === remoteAddress);
    if (others.length >= MAX_OF_ADDRESS) throw new Refusal(421, 'too many connections from this address');
    this.addresses.set(id, remoteAddress);
  }

  private async begin({ id, remoteAddress }: SMTPServerSession): Promise<void> {
    this.recipients.set(id, new Map());
    await this.count(
      `mail-from:${remoteAddress}`,
      MAILS_PER_ADDRESS,
      'too many mails from this address, try again later',
    );
  }

  private async count(key: string, { most, ms }: { most: number; ms: number }, refusal: string): Promise<void> {
    const { value } = await this.cache.increment(key, ms, { aloneIfAway: true });
    if (value > most) throw busy(refusal);
  }

  /** @throws 550 for an address that nobody has */
  private async addRecipient({ address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
    const { id, remoteAddress } = session;
    const at = address.lastIndexOf('@');
    const [handle = ''] = address.slice(0, at).toLowerCase().split('+');
    if (address.slice(at + 1).toLowerCase() !== this.config.ZO_MAIL_DOMAIN.toLowerCase())
      throw new Refusal(550, 'this domain is not served here');
    const known = this.recipients.get(id)!;
    if (known.size >= MAX_RECIPIENTS) throw new Refusal(452, 'too many recipients');
    // Otherwise a sender could find out which names there are.
    await this.count(
      `mail-recipients:${remoteAddress}`,
      RECIPIENTS_PER_ADDRESS,
      'too many recipients, try again later',
    );
    const person = await this.people.byHandle(handle).catch((error: unknown) => {
      log.warn({ error }, 'a recipient cannot be looked up');
      throw busy('try again later');
    });
    if (!person) throw new Refusal(550, 'nobody has this address');
    known.set(person.userId, person);
  }

  /** Accepts the mail only once it is stored for everybody. */
  private async take(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { mailFrom } = session.envelope;
    const envelope = {
      from: mailFrom ? mailFrom.address : '',
      ip: session.remoteAddress,
      helo: session.hostNameAppearsAs || '',
    };
    // The bytes count until the mail is stored: a slow name server of the sender can make that long.
    const held = { bytes: 0 };
    try {
      const raw = await this.collect(stream, held);
      const people = [...this.recipients.get(session.id)!.values()];
      for (const { userId } of people)
        await this.count(`mail-to:${userId}`, MAILS_PER_USER, 'too many mails for this address, try again later');
      for (const person of people) await this.intake.receive({ person, raw, envelope });
    } finally {
      this.inMemory -= held.bytes;
    }
  }

  /** `held`: the bytes that it has in memory, which the caller takes off. */
  private async collect(stream: SMTPServerDataStream, held: { bytes: number }): Promise<Buffer> {
    const blocks: Buffer[] = [];
    let isFull = false;
    for await (const block of stream as AsyncIterable<Buffer>) {
      isFull ||= this.inMemory + block.length > MAX_IN_MEMORY;
      // What is too much is read to its end, because the answer comes after it.
      if (isFull || held.bytes + block.length > MAX_MAIL_BYTES) continue;
      held.bytes += block.length;
      this.inMemory += block.length;
      blocks.push(block);
    }
    if (stream.sizeExceeded) throw new Refusal(552, 'a mail has at most 25 MB');
    if (isFull) throw busy('too much mail at once, try again later');
    return Buffer.concat(blocks);
  }
}

/** Every failure that is not ours to decide asks the sender to try again, so that nothing is lost. */
function answer(callback: (error?: Error | null) => void, work: () => Promise<void>): void {
  const checked = () =>
    work().catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      log.warn({ error }, 'a mail could not be taken in; its sender tries again');
      throw busy('try again later');
    });
  callbackify(checked)((error) => callback(error));
}
