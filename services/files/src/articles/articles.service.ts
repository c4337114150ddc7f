/** FT-17: saves a web page as an article, with its images beside it. */
import { Inject, Injectable } from '@nestjs/common';
import { articleErrors, FOLDER, readPage, saveArticle } from '@zo/articles';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { IMPORTED_BY_USER, type Computer, Computers } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { displayPath } from '../paths.js';

const PER_MINUTE = 20;

@Injectable()
export class ArticlesService {
  constructor(
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /**
   * Fetches a page and keeps its article; the same address again is a new version of the same file.
   * @throws outbound.bad_address, outbound.forbidden, outbound.too_large, articles.*
   */
  async save(ctx: Ctx, address: string) {
    const { value, resetsInMs } = await this.cache.increment(`articles:${ctx.userId}`, 60_000);
    if (value > PER_MINUTE) throw articleErrors.tooMany({ seconds: Math.ceil(resetsInMs / 1000) });
    const allowPrivate = ctx.owner;
    const page = await readPage(addressOf(address), {
      allowPrivate,
      on: (work) => this.on(ctx, FOLDER, work),
    });
    const { location, title, images } = await saveArticle(page, {
      allowPrivate,
      cause: IMPORTED_BY_USER,
      on: (place, work) => this.on(ctx, place, work),
    });
    return { ...location, title, images };
  }

  private on<T>(ctx: Ctx, location: Location, work: (computer: Computer) => Promise<T>): Promise<T> {
    return this.computers.use(ctx, work).catch((error: unknown) => {
      throw fileError(error, displayPath(location));
    });
  }
}

/** People type addresses without a scheme. */
const addressOf = (typed: string) =>
  /^[a-z][a-z0-9+.-]*:/i.test(typed) && !/^[^/]+:\d/.test(typed) ? typed : `https://${typed}`;
