/** The port to the Zofiles of users: which one answers. A run asks once, before it starts, and keeps the answer. */
import { type Client, createClient } from '@connectrpc/connect';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { logger } from '@zo/observability';
import { ZofileService } from '@zo/proto/zo/v1';
import { asCaller, serviceTransport } from '@zo/rpc';
import { chatErrors } from '../../errors.js';
import type { ChosenModel } from '../../models/models.service.js';
import type { RunZofile } from '../../shapes/zofile.js';

const log = logger('chat:zofiles');
const TIMEOUT_MS = 5_000;

/** Conversations that one Zofile is active in. */
export interface Conversations {
  readonly type: 'main' | 'greeting' | 'sms' | 'email' | 'schedule';
  /** The event of a schedule. */
  readonly eventId?: string;
}

@Injectable()
export class Zofiles {
  private readonly zofiles: Client<typeof ZofileService>;

  constructor(private readonly platform: Platform) {
    this.zofiles = createClient(ZofileService, serviceTransport('zo', platform.config.ZO_ZO_URL));
  }

  /**
   * Returns the active Zofile; null if there is none. An answer in another voice than the chosen one would be wrong, so
   * a service that does not answer fails the run. @throws chat.zofile_unknown
   */
  async active(ctx: Ctx, { type, eventId = '' }: Conversations): Promise<RunZofile | null> {
    const caller = await asCaller(this.platform.issuer, 'zo', ctx);
    try {
      const request = { conversationType: type, eventId };
      const { zofile } = await this.zofiles.getActive(request, { ...caller, timeoutMs: TIMEOUT_MS });
      return zofile ? { id: zofile.id, name: zofile.name, prompt: zofile.prompt } : null;
    } catch (error) {
      log.warn({ error }, 'the active Zofile is not known');
      throw chatErrors.zofileUnknown({}, { cause: error });
    }
  }
}

/** The built-in helper reads no instructions, so nothing it answers is shaped by a Zofile. */
export const shaping = ({ provider }: ChosenModel, zofile: RunZofile | null): RunZofile | null =>
  provider ? zofile : null;
