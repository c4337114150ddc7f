/**
 * One connection to Redis 7 or Valkey that reconnects by itself, and logs once when it is lost and once when it is
 * back.
 */
import { Redis } from 'ioredis';
import { logger } from '@zo/observability';

const log = logger('cache');
const RESPONSE_TIMEOUT_MS = 1_000;
const CONNECT_TIMEOUT_MS = 2_000;
const MAX_PAUSE_MS = 1_000;
const OLDEST = 7;

export interface RedisTimeouts {
  readonly responseTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
}

export interface RedisConnectionOptions extends RedisTimeouts {
  /** Names the connection in the log. */
  readonly name: string;
  /** Called after every connect. */
  readonly onUp?: () => void;
}

export class RedisConnection {
  readonly redis: Redis;
  /**
   * The id of the running server, part of every key. A server that restarted or failed over may hold an older state, in
   * which a used nonce exists again. With a new id no old key is found.
   */
  private server?: string;
  private lastError = 'it has not answered yet';
  /** The first error of a connection attempt is the cause; later ones are its consequences. */
  private hasError = false;
  private wasUp = false;
  private isFit = false;
  private isClosed = false;
  private isDecided = false;
  private readonly decided = Promise.withResolvers<void>();

  constructor(
    url: string,
    private readonly options: RedisConnectionOptions,
  ) {
    this.redis = new Redis(url, {
      // Commands neither wait for a connection nor are resent: a resent counter would count twice, a resent nonce would
      // be refused.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      autoResubscribe: false,
      disableClientInfo: true,
      commandTimeout: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
      connectTimeout: options.connectTimeoutMs ?? CONNECT_TIMEOUT_MS,
      // A server that hangs does not answer QUIT.
      disconnectTimeout: 100,
      retryStrategy: (times) => Math.min(50 * times, MAX_PAUSE_MS),
    });
    this.redis.on('connecting', () => (this.hasError = false));
    this.redis.on('error', (error: Error) => this.failed(error));
    this.redis.on('close', () => this.markDisconnected());
    this.redis.on('ready', () => void this.greet());
  }

  /** Returns the id of the server once the first connection attempt has finished; undefined while it is unreachable. */
  async serverId(): Promise<string | undefined> {
    if (!this.server) await this.decided.promise;
    return this.server;
  }

  /** @throws while no connection has ever succeeded, with the reason, and while the server's settings are unsuitable */
  async check(): Promise<void> {
    await this.decided.promise;
    if (!this.wasUp) throw new Error(this.lastError);
    if (this.isFit) return;
    checkInfo(await this.redis.info());
    this.isFit = true;
  }

  /**
   * Disconnects after a command timeout: the server hangs, and every further call would wait as long. Returns whether
   * the command may have reached the server.
   */
  noteError({ message }: Error): boolean {
    if (message.startsWith("Stream isn't writeable")) return false;
    if (message === 'Command timed out' && this.server) {
      this.lastError = 'it does not answer';
      this.markDisconnected();
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
      if (this.wasUp) log.info({ connection: this.options.name }, 'redis is available again');
      this.server = id;
      this.wasUp = true;
      this.decided.resolve();
      this.options.onUp?.();
    } catch (error) {
      this.failed(error as Error);
      this.redis.disconnect(true);
    }
  }

  private failed(error: Error): void {
    if (!this.hasError) this.lastError = sentence(error);
    this.hasError = true;
  }

  private markDisconnected(): void {
    const hasChanged = this.server !== undefined || !this.isDecided;
    this.server = undefined;
    this.isDecided = true;
    if (hasChanged && !this.isClosed)
      log.warn({ connection: this.options.name }, `redis is unreachable: ${this.lastError}`);
    this.decided.resolve();
  }
}

/** @throws if the version or the eviction policy that the server reports is unsuitable */
function checkInfo(info: string): void {
  const of = (name: string) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1];
  const version = of('redis_version');
  if (version && Number(version.split('.')[0]) < OLDEST)
    throw new Error(`Redis ${version} is too old, it has to be ${OLDEST} or newer`);
  const policy = of('maxmemory_policy');
  // Keys without an expiry hold data that must not be evicted.
  if (policy?.startsWith('allkeys-'))
    throw new Error(
      `maxmemory-policy of Redis is ${policy}, which evicts keys that have no end: set it to noeviction or ` +
        'volatile-lru',
    );
}

/** The message of an error. For several addresses tried, only the parts of the AggregateError have one. */
function sentence(error: Error): string {
  const parts =
    error instanceof AggregateError ? error.errors.map((part: Error) => part.message).join(', ') : error.message;
  return parts || error.name;
}
