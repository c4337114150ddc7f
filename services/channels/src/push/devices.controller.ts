import { Controller, Delete, Get, Post } from '@nestjs/common';
import { type Ctx, CurrentCtx } from '@zo/auth';
import { Id, Input, Responds, RespondsNothing } from '@zo/http';
import { z } from 'zod';
import type { Device } from './device.entity.js';
import { DevicesService } from './devices.service.js';
import { PushService, subscription } from './push-service.js';

const device = z
  .strictObject({ id: z.uuid(), name: z.string(), created_at: z.iso.datetime() })
  .meta({ id: 'PushDevice' });
const devices = z
  .strictObject({
    /** Which a browser needs to subscribe. */
    public_key: z.string(),
    devices: z.array(device),
  })
  .meta({ id: 'PushDevices' });
const add = z.strictObject({ subscription, name: z.string().trim().min(1).max(100) });

/** AP-02: browsers that are told of news while no page is open. */
@Controller('channels/devices')
export class DevicesController {
  constructor(
    private readonly devices: DevicesService,
    private readonly push: PushService,
  ) {}

  @Get()
  @Responds(devices)
  async list(@CurrentCtx() ctx: Ctx) {
    return this.present(await this.devices.list(ctx));
  }

  @Post()
  @Responds(devices, 201)
  async add(@CurrentCtx() ctx: Ctx, @Input(add) { subscription: given, name }: z.output<typeof add>) {
    return this.present(await this.devices.add(ctx, given, name));
  }

  /** Shows a notification there. */
  @Post(':id/test')
  @RespondsNothing()
  test(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.devices.test(ctx, id);
  }

  @Delete(':id')
  @RespondsNothing()
  remove(@CurrentCtx() ctx: Ctx, @Id() id: string) {
    return this.devices.remove(ctx, id);
  }

  private present(list: readonly Device[]) {
    return {
      public_key: this.push.publicKey,
      devices: list.map(({ id, name, createdAt }) => ({ id, name, created_at: createdAt.toISOString() })),
    };
  }
}
