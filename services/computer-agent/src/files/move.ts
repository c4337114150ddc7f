import { create } from '@bufbuild/protobuf';
import {
  ErrorReason,
  MoveResponseSchema,
  PathSchema,
  type MoveRequest,
  type MoveResponse,
  type Path,
} from '@zo/proto/agent/v1';
import { authorOf } from '../history/author.js';
import type { History } from '../history/history.js';
import { errnoOf, invalid, notFound, agentError } from '../errors.js';
import type { Home, EntryLocation } from '../home/home.js';
import { namesBelowHome, showPath } from '../home/names.js';
import { withMoveNote } from './moving.js';
import { placeOrKeepBoth } from './place.js';

export const CHILD_OF_ITSELF = 'Cannot move into a child directory';
const SAME = 'Source and target are the same';

/** The path with another last name. */
export function renamed(path: Path, name: string): Path {
  return create(PathSchema, { root: path.root, segments: [...path.segments.slice(0, -1), name] });
}

/** @throws SAME_TARGET, INTO_ITSELF when `to` lies in `from` as the paths are written (the kernel catches links) */
export function refuseIntoItself(from: Path | undefined, to: Path | undefined): void {
  const source = namesBelowHome(from);
  const target = namesBelowHome(to);
  if (source.length === 1 || target.length === 1) throw invalid('The root itself cannot be moved or replaced.');
  const prefix = source.every((name, index) => target[index] === name);
  if (prefix && source.length === target.length) throw agentError(ErrorReason.SAME_TARGET, SAME);
  if (prefix) throw agentError(ErrorReason.INTO_ITSELF, CHILD_OF_ITSELF);
}

/** Renames a file, link or folder. Never replaces anything; both folders are synced before the response. */
export async function move(
  { home, history }: { home: Home; history: History },
  request: MoveRequest,
): Promise<MoveResponse> {
  const { from, to } = request;
  refuseIntoItself(from, to);
  return home.within(from, {}, (source) => {
    if (source.name === null || !source.folder.lstat(source.name)) throw notFound(showPath(from));
    return home.within(to, { createParents: request.createParents }, async (target) => {
      const from = history.keyIn(source.folder, source.name as string);
      const name = await moveBetween(source, target, request);
      history.moved(from, history.keyIn(target.folder, name), authorOf(request.cause));
      return create(MoveResponseSchema, { to: renamed(to as Path, name) });
    });
  });
}

async function moveBetween(source: EntryLocation, target: EntryLocation, request: MoveRequest): Promise<string> {
  const [from, to] = [source.name as string, target.name as string];
  const [here, there] = [source.folder.stat(), target.folder.stat()];
  if (from === to && here.ino === there.ino && here.dev === there.dev) throw agentError(ErrorReason.SAME_TARGET, SAME);
  try {
    const name = withMoveNote(source.folder, from, () =>
      placeOrKeepBoth(source.folder, from, { folder: target.folder, name: to, clash: request.clash }),
    );
    await target.folder.sync();
    if (here.ino !== there.ino) await source.folder.sync();
    return name;
  } catch (error) {
    if (errnoOf(error) === 'EINVAL') throw agentError(ErrorReason.INTO_ITSELF, CHILD_OF_ITSELF);
    throw error;
  }
}
