/** What is looked for in one folder, and how ripgrep is asked. */
import type { FindHitsRequest, Path } from '@zo/proto/agent/v1';
import { trashArguments } from './exact.js';
import { COMMON, extensionArguments, patternArguments } from './ripgrep.js';

export interface HitSearch {
  request: FindHitsRequest;
  path: Path;
  until: AbortSignal;
  /** Hits at most. */
  left: number;
}

/** The arguments of a search in the order of paths. */
export const hitArguments = ({ request, path }: HitSearch): string[] => [
  '--sort',
  'path',
  ...extensionArguments(request.extensions),
  ...COMMON,
  '--max-filesize',
  '8M',
  ...trashArguments(path),
  ...patternArguments(request),
];
