import { Injectable } from '@nestjs/common';
import { Actor, FindOrder, Kind as EntryKind } from '@zo/proto/agent/v1';
import type { Ctx } from '@zo/auth';
import { Computers, isAgentError } from '@zo/computer-client';
import type { Location } from '@zo/proto/location';
import { fileError } from '../errors.js';
import { fromAgentPath, toAgentPath } from '@zo/computer-client';
import { extensionsOf } from '@zo/proto/file-kind';
import type { FindAnswer, FindQuery } from './find.dto.js';
import { presentFound } from './find.presenter.js';
import type { SearchQuery, SearchResult } from './search.dto.js';

const ORDER: Record<FindQuery['order'], FindOrder> = {
  best: FindOrder.UNSPECIFIED,
  newest: FindOrder.NEWEST,
  name: FindOrder.NAME,
};
const ACTOR: Record<NonNullable<FindQuery['by']>, Actor> = {
  user: Actor.USER,
  assistant: Actor.ASSISTANT,
  terminal: Actor.TERMINAL,
};
const EVERYWHERE: Location = { root: 'w', path: [] };

@Injectable()
export class SearchService {
  constructor(private readonly computers: Computers) {}

  /** FT-14: searches for the palette: names that match every word, or lines that contain the text. */
  async search(ctx: Ctx, query: SearchQuery): Promise<{ results: SearchResult[] }> {
    try {
      return { results: query.kind === 'name' ? await this.names(ctx, query) : await this.lines(ctx, query) };
    } catch (error) {
      throw fileError(error, query.q);
    }
  }

  /** FT-14: files and folders by their names and contents, best first, with the lines as they are now. */
  async find(ctx: Ctx, query: FindQuery): Promise<FindAnswer> {
    const { q, root, path = [], kinds, since, by, order, limit, lines, regex, caseSensitive, wholeWord } = query;
    const extensions = kinds.flatMap((kind) => extensionsOf(kind));
    const request = {
      ...((root ?? path.length > 0) && { path: toAgentPath({ root: root ?? 'w', path }) }),
      query: q,
      limit,
      lines,
      extensions,
      sinceMs: since,
      changedBy: by ? ACTOR[by] : Actor.UNSPECIFIED,
      regex,
      caseSensitive,
      wholeWord,
      order: ORDER[order],
    };
    try {
      return presentFound(await this.computers.read(ctx, (computer) => computer.files.find(request)), query);
    } catch (error) {
      throw fileError(error, q);
    }
  }

  private async names(ctx: Ctx, { q, limit }: SearchQuery): Promise<SearchResult[]> {
    const request = { path: toAgentPath(EVERYWHERE), query: q, limit, directories: true, hidden: false };
    const { matches } = await this.computers.read(ctx, (computer) => computer.files.searchNames(request));
    return matches.map(({ path, entry }) => ({
      ...fromAgentPath(path),
      isDirectory: entry?.kind === EntryKind.DIRECTORY,
    }));
  }

  private lines(ctx: Ctx, { q, limit }: SearchQuery): Promise<SearchResult[]> {
    const request = { path: toAgentPath(EVERYWHERE), query: q, limit, regex: false, caseSensitive: false };
    return this.computers.read(ctx, async (computer) => {
      const results: SearchResult[] = [];
      try {
        for await (const hit of computer.files.searchContent(request)) {
          results.push({ ...fromAgentPath(hit.path), isDirectory: false, line: hit.line, text: hit.text });
        }
      } catch (error) {
        // After a timeout, the hits found so far are returned.
        if (results.length === 0 || !isAgentError(error, 'timedOut')) throw error;
      }
      return results;
    });
  }
}
