import { ErrorReason, type SearchContentRequest, type SearchContentResponse } from '@zo/proto/agent/v1';
import { agentError } from '../errors.js';
import type { AgentConfig } from '../config.js';
import type { Home } from '../home/home.js';
import { matchResponse } from './match-response.js';
import { checkPattern, COMMON, killOn, type LineMatch, matchesOf, patternArguments, startRipgrep } from './ripgrep.js';
import { scan } from './scan.js';

const MAX = 10_000;
const DEFAULT = 200;

export const tookTooLong = () =>
  agentError(ErrorReason.TIMED_OUT, 'The search took too long and was ended. Look in a smaller folder.');

export interface ContentTools {
  home: Home;
  config: Pick<AgentConfig, 'ripgrep' | 'searchMs' | 'shellEnv'>;
  /** Lines of one file at most; absent: only the limit of the request counts. */
  maxPerFile?: number;
  /** Lines of all files at most, instead of the limit of the request. */
  max?: number;
  /** More arguments of ripgrep, which say which files are read. */
  files?: readonly string[];
}

function argumentsFor(request: SearchContentRequest, { maxPerFile, files = [] }: ContentTools): string[] {
  return [
    '--json',
    '--sort',
    'none',
    ...(request.includePattern ? ['--glob', request.includePattern] : []),
    ...(request.excludePattern ? ['--glob', `!${request.excludePattern}`] : []),
    ...files,
    ...COMMON,
    ...(maxPerFile === undefined ? [] : ['--max-count', String(maxPerFile)]),
    ...patternArguments(request),
  ];
}

/**
 * Matching lines of files below a folder, found by ripgrep (or, if that is missing, by reading the files).
 * @throws TIMED_OUT after the lines found in time: there may be more
 */
export async function* searchContent(
  tools: ContentTools,
  request: SearchContentRequest,
  signal: AbortSignal,
): AsyncGenerator<SearchContentResponse> {
  checkPattern(request);
  const limit = tools.max ?? Math.min(request.limit || DEFAULT, MAX);
  const tooLong = AbortSignal.timeout(tools.config.searchMs);
  const until = AbortSignal.any([signal, tooLong]);
  const args = argumentsFor(request, tools);
  const child = await tools.home.inside(request.path, (folder) => startRipgrep(tools.config, args, folder.self));
  if (!child) {
    yield* scan(tools.home, request, { limit, until });
    if (tooLong.aborted) throw tookTooLong();
    return;
  }
  const end = killOn(until, child);
  try {
    const matches = matchesOf(child, limit);
    for (;;) {
      const next = await matches.next();
      if (next.done) {
        if (!next.value && tooLong.aborted) throw tookTooLong();
        return;
      }
      if (!next.value.isCut) yield matchResponse(request, present(next.value));
    }
  } finally {
    end();
  }
}

const present = ({ names, line, bytes }: LineMatch) => ({ names, line, text: bytes.toString('utf8') });
