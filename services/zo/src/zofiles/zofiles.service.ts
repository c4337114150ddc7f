import { Injectable } from '@nestjs/common';
import { audit } from '@zo/audit';
import { type Ctx, owned } from '@zo/auth';
import { Database } from '@zo/db';
import { errors } from '@zo/errors';
import { publish } from '@zo/events';
import { zoEvents } from '@zo/proto/topics';
import { zofileErrors } from '../errors.js';
import type { Zofile } from './zofile.entity.js';
import type { CreateZofile, UpdateZofile } from './zofiles.dto.js';
import { ZofilesRepository } from './zofiles.repository.js';

const MAX_ZOFILES = 50;

@Injectable()
export class ZofilesService {
  constructor(
    private readonly database: Database,
    private readonly zofiles: ZofilesRepository,
  ) {}

  list(ctx: Ctx): Promise<Zofile[]> {
    return this.database.read(ctx, (tx) => this.zofiles.all(tx));
  }

  /** @throws zofiles.too_many */
  create(ctx: Ctx, { name, prompt, image }: CreateZofile): Promise<Zofile> {
    return this.database.tx(ctx, async (tx) => {
      if ((await this.zofiles.count(tx)) >= MAX_ZOFILES) throw zofileErrors.tooMany({ most: MAX_ZOFILES });
      const id = crypto.randomUUID();
      audit(tx, 'zofile.created', { target: id });
      return this.zofiles.add(tx, { id, userId: ctx.userId, name, prompt, image });
    });
  }

  /** Runs that have started keep the prompt they started with. @throws http.not_found */
  update(ctx: Ctx, id: string, changes: UpdateZofile): Promise<Zofile> {
    return this.database.tx(ctx, async (tx) => {
      const row = owned(tx, await this.zofiles.lock(tx, id));
      const { name = row.name, prompt = row.prompt, image = row.image } = changes;
      const changed = { ...row, name, prompt, image, updatedAt: new Date() };
      audit(tx, 'zofile.changed', { target: id });
      await this.zofiles.change(tx, changed);
      return changed;
    });
  }

  /** @throws http.not_found */
  async remove(ctx: Ctx, id: string): Promise<void> {
    const isRemoved = await this.database.tx(ctx, async (tx) => {
      const found = await this.zofiles.remove(tx, id);
      if (!found) return false;
      audit(tx, 'zofile.deleted', { target: id });
      publish(tx, zoEvents, 'zofile.deleted', { userId: ctx.userId, zofileId: id });
      return true;
    });
    if (!isRemoved) throw errors.notFound();
  }
}
