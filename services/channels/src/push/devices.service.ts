/** The browsers of a user that are told of news. */
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned, requirePerson } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { logger } from '@zo/observability';
import { channelErrors } from '../errors.js';
import { Secrets } from '../mail/secrets.js';
import type { Device } from './device.entity.js';
import { DevicesRepository } from './devices.repository.js';
import { type Push, type Pushed, PushService, type Subscription, subscription } from './push-service.js';

export const MAX_DEVICES = 20;
const PURPOSE = 'push';
/** News of one user that are on their way to push services, which may be slow; more are left out. */
export const MAX_ON_WAY = 4;
const log = logger('channels:push');

@Injectable()
export class DevicesService {
  private readonly onWay = new Map<string, number>();

  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly secrets: Secrets,
    private readonly push: PushService,
  ) {}

  list(ctx: Ctx): Promise<Device[]> {
    return this.database.read(ctx, (tx) => this.devices.all(tx));
  }

  /** @throws channels.too_many_devices */
  async add(ctx: Ctx, given: Subscription, name: string): Promise<Device[]> {
    requirePerson(ctx);
    return this.database.tx(ctx, async (tx) => {
      const { userId, sessionId = null } = ctx;
      const sealed = this.secrets.seal(JSON.stringify(given), { userId, purpose: PURPOSE });
      const device = { id: crypto.randomUUID(), userId, endpointHash: hashOf(given), sealed, sessionId, name };
      await this.devices.put(tx, device);
      if ((await this.devices.count(tx)) > MAX_DEVICES) throw channelErrors.tooManyDevices({ most: MAX_DEVICES });
      audit(tx, 'device.added', { target: userId, name });
      return this.devices.all(tx);
    });
  }

  /** Shows its user that the device is told. @throws http.not_found, channels.no_push */
  async test(ctx: Ctx, id: string): Promise<void> {
    const device = await this.database.read(ctx, async (tx) => owned(tx, await this.devices.byId(tx, id)));
    if ((await this.tellOne(ctx, device, WELCOME)) !== 'sent') throw channelErrors.noPush();
  }

  /** @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      if (!(await this.devices.remove(tx, id))) throw errors.notFound();
      audit(tx, 'device.removed', { target: id });
    });
  }

  /** Forgets the devices of browsers that were signed out: whoever uses them next is told nothing. */
  async forgetSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<void> {
    await this.database.tx(ctx, async (tx) => {
      const removed = await this.devices.removeOfSessions(tx, sessionIds);
      if (removed > 0) audit(tx, 'device.removed', { target: ctx.userId, signed_out: removed });
    });
  }

  /**
   * As good as it can: what cannot be told now is in the chat. Waits for no push service: a slow one would hold up what
   * other users are told.
   */
  tell(ctx: Ctx, news: Push): void {
    const { userId } = ctx;
    const onWay = this.onWay.get(userId) ?? 0;
    if (onWay >= MAX_ON_WAY) return log.warn({ userId }, 'news were left out, because push services are slow');
    this.onWay.set(userId, onWay + 1);
    void this.tellAll(ctx, news)
      .catch((error: unknown) => log.warn({ error }, 'devices could not be told'))
      .finally(() => {
        const left = this.onWay.get(userId)! - 1;
        if (left > 0) this.onWay.set(userId, left);
        else this.onWay.delete(userId);
      });
  }

  private async tellAll(ctx: Ctx, news: Push): Promise<void> {
    await Promise.all((await this.list(ctx)).map((device) => this.tellOne(ctx, device, news)));
  }

  private async tellOne(ctx: Ctx, { id, userId, sealed }: Device, news: Push): Promise<Pushed> {
    const { data } = subscription.safeParse(JSON.parse(this.secrets.open(sealed, { userId, purpose: PURPOSE })));
    const pushed = data ? await this.push.send(data, news) : 'gone';
    if (pushed === 'failed') log.warn({ id }, 'a device could not be told');
    if (pushed === 'gone') await this.database.tx(ctx, (tx) => this.devices.remove(tx, id));
    return pushed;
  }
}

const WELCOME: Push = {
  title: 'This device is told',
  text: 'When something waits for you, or work is done.',
  url: '/settings#notifications',
  tag: 'test',
};

const hashOf = ({ endpoint }: Subscription) => createHash('sha256').update(endpoint).digest();
