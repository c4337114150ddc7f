/** One connection to Redis 7 or Valkey that comes back by itself and says once when it goes and once when it is back. */
import { Redis } from 'ioredis';
import { logger } from '@zo/observability';

const log = logger('cache');
const ANSWER_MS = 1_000;
const CONNECT_MS = 2_000;
const MAX_PAUSE_MS = 1_000;
const OLDEST = 7;

export class RedisConnection {
  readonly redis: Redis;
  /**
   * The id of the running server, part of every key. A server that was started again, or took over from another, may hold an older
   * state than the one before: a ticket that was used up would be there again. Under a new id nothing old is found.
   */
  private server?: string;
  private fault = 'it has not answered yet';
  /** The first fault of an attempt is its cause; what follows are its consequences. */
  private hasFault = false;
  private wasUp = false;
  private isFit = false;
  private isClosed = false;
  private isDecided = false;
  private readonly decided = Promise.withResolvers<void>();

  constructor(
    url: string,
    private readonly name: string,
    private readonly onUp: () => void = () => undefined,
  ) {
    this.redis = new Redis(url, {
      // Nothing waits for a connection, and nothing is sent twice: a counter would count twice, a ticket would be refused.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      disableClientInfo: true,
      commandTimeout: ANSWER_MS,
      connectTimeout: CONNECT_MS,
      // A server that hangs does not say goodbye.
      disconnectTimeout: 100,
      retryStrategy: (times) => Math.min(50 * times, MAX_PAUSE_MS),
    });
    this.redis.on('connecting', () => (this.hasFault = false));
    this.redis.on('error', (error: Error) => this.failed(error));
    this.redis.on('close', () => this.gone());
    this.redis.on('ready', () => void this.greet());
  }

  /** The id of the server, once the first attempt to connect has ended either way; undefined while it is away. */
  async serverId(): Promise<string | undefined> {
    if (!this.server) await this.decided.promise;
    return this.server;
  }

  /** @throws while no connection has ever worked, with what is missing, and while the server is not as it has to be. */
  async check(): Promise<void> {
    await this.decided.promise;
    if (!this.wasUp) throw new Error(this.fault);
    if (this.isFit) return;
    checkInfo(await this.redis.info());
    this.isFit = true;
  }

  /**
   * An answer that does not come means a server that hangs: every further call would wait as long, so the connection is given up.
   * Answers whether the command may have reached the server.
   */
  noteFault({ message }: Error): boolean {
    if (message.startsWith("Stream isn't writeable")) return false;
    if (message === 'Command timed out' && this.server) {
      this.fault = 'it does not answer';
      this.gone();
      this.redis.disconnect(true);
    }
    return true;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.redis.disconnect();
  }

  private async greet(): Promise<void> {
    try {
      const id = /^run_id:(\w+)/m.exec(await this.redis.info('server'))?.[1];
      if (!id) throw new Error('it does not say its run_id');
      if (this.wasUp) log.info({ connection: this.name }, 'redis is back');
      this.server = id;
      this.wasUp = true;
      this.decided.resolve();
      this.onUp();
    } catch (error) {
      this.failed(error as Error);
      this.redis.disconnect(true);
    }
  }

  private failed(error: Error): void {
    if (!this.hasFault) this.fault = sentence(error);
    this.hasFault = true;
  }

  private gone(): void {
    const isNews = this.server !== undefined || !this.isDecided;
    this.server = undefined;
    this.isDecided = true;
    if (isNews && !this.isClosed) log.warn({ connection: this.name }, `redis is away: ${this.fault}`);
    this.decided.resolve();
  }
}

/** @throws with what does not fit of a server that says this about itself */
function checkInfo(info: string): void {
  const of = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const version = of('redis_version');
  if (version && Number(version.split('.')[0]) < OLDEST)
    throw new Error(`Redis ${version} is too old, it has to be ${OLDEST} or newer`);
  const policy = of('maxmemory_policy');
  // A key without an end is one that nobody may miss.
  if (policy?.startsWith('allkeys-'))
    throw new Error(
      `maxmemory-policy of Redis is ${policy}, which evicts keys that have no end: set it to noeviction or volatile-lru`,
    );
}

/** Of several addresses tried, the last one's fault; of an AggregateError only the parts say anything. */
function sentence(error: Error): string {
  const parts =
    error instanceof AggregateError ? error.errors.map((part: Error) => part.message).join(', ') : error.message;
  return parts || error.name;
}
