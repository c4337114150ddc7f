import { create } from '@bufbuild/protobuf';
import {
  PathSchema,
  SearchContentResponseSchema,
  type SearchContentRequest,
  type SearchContentResponse,
} from '@zo/proto/agent/v1';

const MAX_TEXT = 2_000;

/** One matching line, with the path of its file below the requested root. */
export function matchResponse(
  request: SearchContentRequest,
  { names, line, text }: { names: string[]; line: number; text: string },
): SearchContentResponse {
  const path = create(PathSchema, { root: request.path!.root, segments: [...request.path!.segments, ...names] });
  return create(SearchContentResponseSchema, {
    path,
    line,
    text: text
      .replace(/\r?\n$/, '')
      .slice(0, MAX_TEXT)
      .toWellFormed(),
  });
}
