/** ED-02: keeps an image of the web beside the note that shows it, once the user asks for it. */
import { Inject, Injectable } from '@nestjs/common';
import { articleErrors, fetchImage, hostIn } from '@zo/articles';
import type { Ctx } from '@zo/auth';
import { CACHE, type Cache } from '@zo/cache';
import { Computers, IMPORTED_BY_USER, toAgentPath } from '@zo/computer-client';
import { childOf, type Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { displayPath } from '../paths.js';
import { imageName } from './image-name.js';
import type { SaveWebImage } from './web-images.dto.js';

const PER_MINUTE = 60;
/** The folder of pasted and dropped images. */
const FOLDER = 'Images';

@Injectable()
export class WebImagesService {
  constructor(
    private readonly computers: Computers,
    @Inject(CACHE) private readonly cache: Cache,
  ) {}

  /** The same image again is the same file. @throws articles.too_many_images, articles.no_image */
  async save(ctx: Ctx, { root, path, url }: SaveWebImage): Promise<Location> {
    const { value, resetsInMs } = await this.cache.increment(`web-images:${ctx.userId}`, 60_000);
    if (value > PER_MINUTE) throw articleErrors.tooManyImages({ seconds: Math.ceil(resetsInMs / 1000) });
    const image = await fetchImage(url, { allowPrivate: ctx.owner, drawings: true });
    if (!image) throw articleErrors.noImage({ host: hostIn(url) });
    const location = childOf(childOf({ root, path }, FOLDER), imageName(url, image));
    const written = {
      path: toAgentPath(location),
      content: image.bytes,
      base: { base: { case: 'any' as const, value: true } },
      createParents: true,
      cause: IMPORTED_BY_USER,
    };
    await this.computers
      .use(ctx, (computer) => computer.files.write(written))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(location));
      });
    return location;
  }
}
