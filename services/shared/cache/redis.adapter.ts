/** The cache of a cluster: Redis 7.0 or Valkey, using only commands both have. All its data may be lost at any time. */
import { cacheErrors, type Cache, type Lock } from './cache.js';
import { Listeners } from './listeners.js';
import { MemoryCache } from './memory.adapter.js';
import { RedisConnection, type RedisTimeouts } from './redis.connection.js';

// A counter without an expiry would refuse for ever. PTTL < 0 never results from this script, only from a key set by
// hand.
const INCREMENT = `local value = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then redis.call('PEXPIRE', KEYS[1], ARGV[1]) left = tonumber(ARGV[1]) end
return {value, left}`;
const EXTEND = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('PEXPIRE', KEYS[1], ARGV[2])`;
const RELEASE = `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end return redis.call('DEL', KEYS[1])`;

const PREFIX = 'zo:';

export class RedisCache implements Cache {
  readonly isShared = true;
  private readonly commands: RedisConnection;
  private readonly subscriber: RedisConnection;
  private readonly listeners = new Listeners();
  private readonly fallback = new MemoryCache();

  constructor(url: string, timeouts: RedisTimeouts = {}) {
    this.commands = new RedisConnection(url, { ...timeouts, name: 'commands' });
    const onUp = () => void this.resubscribe();
    this.subscriber = new RedisConnection(url, { ...timeouts, name: 'subscriptions', onUp });
    this.subscriber.redis.on('message', (channel: string, message: string) =>
      this.listeners.emit(channel.slice(PREFIX.length), message),
    );
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.call((redis, at) => redis.get(at(key)))) ?? undefined;
  }

  async set(
    key: string,
    value: string,
    { ttlMs, onlyIfAbsent }: { ttlMs: number; onlyIfAbsent?: boolean },
  ): Promise<boolean> {
    const ms = Math.ceil(ttlMs);
    return (
      (await this.call((redis, at) =>
        onlyIfAbsent ? redis.set(at(key), value, 'PX', ms, 'NX') : redis.set(at(key), value, 'PX', ms),
      )) === 'OK'
    );
  }

  async take(key: string): Promise<string | undefined> {
    return (await this.call((redis, at) => redis.getdel(at(key)))) ?? undefined;
  }

  async delete(key: string): Promise<void> {
    await this.call((redis, at) => redis.del(at(key)));
  }

  async increment(
    key: string,
    ttlMs: number,
    { aloneIfAway = false } = {},
  ): Promise<{ value: number; resetsInMs: number }> {
    try {
      const [value, resetsInMs] = (await this.script(INCREMENT, key, [Math.ceil(ttlMs)])) as [number, number];
      return { value, resetsInMs: Math.max(resetsInMs, 1) };
    } catch (error) {
      if (aloneIfAway) return this.fallback.increment(key, ttlMs);
      throw error;
    }
  }

  async lock(key: string, ttlMs: number): Promise<Lock | undefined> {
    const owner = crypto.randomUUID();
    if (!(await this.set(key, owner, { ttlMs, onlyIfAbsent: true }))) return undefined;
    return {
      extend: async (ms) => (await this.script(EXTEND, key, [owner, Math.ceil(ms)])) === 1,
      release: async () => (await this.script(RELEASE, key, [owner])) === 1,
    };
  }

  async publish(channel: string, message: string): Promise<void> {
    // Channels do not include the server id: messages are not stored, and publisher and subscriber may notice a restart
    // at different times.
    if (!(await this.commands.serverId())) return this.listeners.emit(channel, message);
    const isSent = await this.commands.redis.publish(PREFIX + channel, message).then(
      () => true,
      (error: Error) => this.commands.noteError(error),
    );
    if (!isSent) this.listeners.emit(channel, message);
  }

  async subscribe(channel: string, onMessage: (message: string) => void, onMissed?: () => void): Promise<() => void> {
    const remove = this.listeners.add(channel, { onMessage, onMissed });
    if (await this.subscriber.serverId())
      await this.subscriber.redis.subscribe(PREFIX + channel).catch((error: Error) => this.subscriber.noteError(error));
    return () => {
      if (!remove()) return;
      // Ignored: a lost connection has no subscription to end.
      this.subscriber.redis.unsubscribe(PREFIX + channel).catch(() => undefined);
    };
  }

  check(): Promise<void> {
    return this.commands.check();
  }

  async close(): Promise<void> {
    this.listeners.clear();
    await Promise.all([this.commands.close(), this.subscriber.close(), this.fallback.close()]);
  }

  private async resubscribe(): Promise<void> {
    const channels = this.listeners.channels.map((channel) => PREFIX + channel);
    if (channels.length === 0) return;
    try {
      await this.subscriber.redis.subscribe(...channels);
      this.listeners.emitMissed();
    } catch (error) {
      this.subscriber.noteError(error as Error);
    }
  }

  private script(text: string, key: string, args: (string | number)[]): Promise<unknown> {
    return this.call((redis, at) => redis.eval(text, 1, at(key), ...args));
  }

  /**
   * @throws cache.away, also if the command was sent and only the response was lost: it may or may not have been
   * executed
   */
  private async call<T>(
    command: (redis: RedisConnection['redis'], at: (key: string) => string) => Promise<T>,
  ): Promise<T> {
    const server = await this.commands.serverId();
    if (!server) throw cacheErrors.away();
    try {
      return await command(this.commands.redis, (key) => `${PREFIX}${server}:${key}`);
    } catch (error) {
      this.commands.noteError(error as Error);
      throw cacheErrors.away({}, { cause: error });
    }
  }
}
