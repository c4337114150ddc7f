import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Computers, sanitiseAmount, toAgentPath } from '@zo/computer-client';
import { fileError } from '../errors.js';
import { displayPath } from '../paths.js';
import type { Measure } from './sizes.dto.js';

@Injectable()
export class SizesService {
  constructor(private readonly computers: Computers) {}

  /** FT-03: what files and folders take with all that is in them, as far as the computer counts. */
  async measure(ctx: Ctx, { items }: Measure, signal: AbortSignal) {
    const request = { paths: items.map(toAgentPath) };
    const { bytes, files, folders, partial } = await this.computers
      .read(ctx, (computer) => computer.files.measure(request, { signal }))
      .catch((error: unknown) => {
        throw fileError(error, displayPath(items[0]!));
      });
    return {
      bytes: sanitiseAmount(bytes),
      files: sanitiseAmount(files),
      folders: sanitiseAmount(folders),
      isPartial: partial,
    };
  }
}
