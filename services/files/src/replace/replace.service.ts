import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { invalidResponse } from '@zo/rpc';
import { byCaller, Computers, toAgentPath } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';
import type { Location } from '@zo/proto/location';
import { withEdits } from '../edits.js';
import { fileError, fileErrors } from '../errors.js';
import { extensionsOf } from '@zo/proto/file-kind';
import { assertOutsideTrash, displayPath } from '../paths.js';
import { presentHits } from './hits.presenter.js';
import type { Change, HitsAnswer, HitsQuery, Replace, Replaced } from './replace.dto.js';

const MAX_HITS = 10_000;
/** The largest file that is changed. */
const MAX_BYTES = 8 * 1024 * 1024;

@Injectable()
export class ReplaceService {
  constructor(private readonly computers: Computers) {}

  /** FT-14: every place of a text with what it would become, at most 10,000; nothing is changed. */
  async hits(ctx: Ctx, { q, root, path = [], kinds, since, ...query }: HitsQuery): Promise<HitsAnswer> {
    const request = {
      ...query,
      ...((root ?? path.length > 0) && { path: toAgentPath({ root: root ?? 'w', path }) }),
      query: q,
      extensions: kinds.flatMap((kind) => extensionsOf(kind)),
      sinceMs: since,
      limit: MAX_HITS,
    };
    try {
      return await this.computers.read(ctx, async (computer) => {
        const answer: HitsAnswer = { files: [], leftOut: [], isCut: false };
        let left = MAX_HITS;
        let isComplete = false;
        for await (const message of computer.files.findHits(request)) {
          const file = presentHits(message);
          answer.isCut ||= message.more || message.hits.length > left;
          // Only the last message names no file; a second one means that the computer sends anything.
          if (isComplete) throw invalidResponse('it goes on after its end');
          isComplete = !file;
          if (!file) continue;
          if ('why' in file) answer.leftOut.push(file);
          else if (file.hits.length <= left) answer.files.push(file);
          left -= Math.min(left, message.hits.length);
        }
        return answer;
      });
    } catch (error) {
      throw fileError(error, q);
    }
  }

  /**
   * Makes edits in files that still have the bytes they were found in. A file that has others, or that cannot be saved,
   * is left as it is and says why.
   */
  async replace(ctx: Ctx, { files }: Replace): Promise<{ results: Replaced[] }> {
    const results: Replaced[] = [];
    for (const change of files) {
      const location: Location = { root: change.root, path: change.path };
      try {
        results.push({ ...location, hash: await this.change(ctx, location, change) });
      } catch (error) {
        const failure = fileError(error, displayPath(location));
        if (!isServiceError(failure) || (failure.status >= 500 && results.length === 0)) throw failure;
        results.push({ ...location, error: failure.detail, code: failure.code });
        // The computer is full or gone: the rest would fail, too.
        if (failure.status >= 500) break;
      }
    }
    return { results };
  }

  /** @returns the hash of the saved file */
  private async change(ctx: Ctx, location: Location, { hash, edits }: Change): Promise<string> {
    assertOutsideTrash(location);
    const path = toAgentPath(location);
    const request = { path, maxBytes: BigInt(MAX_BYTES) };
    const { content, version } = await this.computers.read(ctx, (computer) => computer.files.read(request));
    const changed = version?.hash === hash ? withEdits(content, edits) : null;
    if (!changed) throw fileErrors.conflict({ path: displayPath(location) });
    const write = {
      path,
      content: changed,
      base: { base: { case: 'hash' as const, value: hash } },
      createParents: false,
      cause: byCaller(ctx),
    };
    const saved = await this.computers.use(ctx, (computer) => computer.files.write(write));
    return saved.version?.hash ?? '';
  }
}
