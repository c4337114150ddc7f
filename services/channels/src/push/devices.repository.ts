import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { repositoryOf, valuesOf } from '@zo/db';
import { In } from 'typeorm';
import { Device } from './device.entity.js';

@Injectable()
export class DevicesRepository {
  all(ctx: Ctx): Promise<Device[]> {
    return repositoryOf(ctx, Device).find({ where: { userId: ctx.userId }, order: { createdAt: 'asc', id: 'asc' } });
  }

  byId(ctx: Ctx, id: string): Promise<Device | null> {
    return repositoryOf(ctx, Device).findOneBy({ id });
  }

  count(ctx: Ctx): Promise<number> {
    return repositoryOf(ctx, Device).countBy({ userId: ctx.userId });
  }

  /** The keys of a known browser may have changed. */
  async put(ctx: Ctx, device: Omit<Device, 'createdAt'>): Promise<void> {
    const known = await repositoryOf(ctx, Device).update(
      { userId: device.userId, endpointHash: device.endpointHash },
      valuesOf<Device>({ sealed: device.sealed, name: device.name, sessionId: device.sessionId }),
    );
    if (known.affected === 0) await repositoryOf(ctx, Device).insert(valuesOf<Device>(device));
  }

  async remove(ctx: Ctx, id: string): Promise<boolean> {
    return (await repositoryOf(ctx, Device).delete({ id, userId: ctx.userId })).affected === 1;
  }

  /** Returns how many there were. */
  async removeOfSessions(ctx: Ctx, sessionIds: readonly string[]): Promise<number> {
    const devices = { sessionId: In([...sessionIds]), userId: ctx.userId };
    return (await repositoryOf(ctx, Device).delete(devices)).affected ?? 0;
  }
}
