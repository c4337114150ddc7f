import { Injectable } from '@nestjs/common';
import { type Ctx, owned } from '@zo/auth';
import { Database } from '@zo/db';
import { zofileErrors } from '../errors.js';
import { ZofilesRepository } from '../zofiles/zofiles.repository.js';
import type { ActiveZofile } from './active-zofile.entity.js';
import type { ActiveMap, Conversations } from './active.dto.js';
import { ActiveRepository, type Place, type Voice } from './active.repository.js';

const MAX_SCHEDULES = 1_000;

@Injectable()
export class ActiveService {
  constructor(
    private readonly database: Database,
    private readonly zofiles: ZofilesRepository,
    private readonly active: ActiveRepository,
  ) {}

  map(ctx: Ctx): Promise<ActiveMap> {
    return this.database.read(ctx, async (tx) => mapOf(await this.active.all(tx)));
  }

  /** Returns the Zofile of conversations; null if none is active. */
  zofileOf(ctx: Ctx, conversations: Conversations): Promise<Voice | null> {
    return this.database.readAtOnce(ctx, (tx) => this.active.zofileOf(tx, placeOf(conversations)));
  }

  /** @throws http.not_found, zofiles.too_many_schedules */
  set(ctx: Ctx, conversations: Conversations, zofileId: string): Promise<ActiveMap> {
    return this.database.tx(ctx, async (tx) => {
      const zofile = owned(tx, await this.zofiles.lock(tx, zofileId));
      const place = placeOf(conversations);
      await this.active.set(tx, place, zofile.id);
      if (place.conversationType === 'schedule' && (await this.active.countSchedules(tx)) > MAX_SCHEDULES)
        throw zofileErrors.tooManySchedules({ most: MAX_SCHEDULES });
      return mapOf(await this.active.all(tx));
    });
  }

  /** Does nothing if none is active. */
  clear(ctx: Ctx, conversations: Conversations): Promise<ActiveMap> {
    return this.database.tx(ctx, async (tx) => {
      await this.active.clear(tx, placeOf(conversations));
      return mapOf(await this.active.all(tx));
    });
  }
}

const placeOf = ({ conversation_type, event_id }: Conversations): Place => ({
  conversationType: conversation_type,
  eventId: event_id ?? '',
});

function mapOf(rows: readonly ActiveZofile[]): ActiveMap {
  const of = (type: string) => rows.find(({ conversationType }) => conversationType === type)?.zofileId ?? null;
  const schedules = rows.filter(({ conversationType }) => conversationType === 'schedule');
  return {
    main: of('main'),
    greeting: of('greeting'),
    sms: of('sms'),
    email: of('email'),
    schedule: Object.fromEntries(schedules.map(({ eventId, zofileId }) => [eventId, zofileId])),
  };
}
