/** A location as the agent takes it, and back. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Path, type PathSchema, Root } from '@zo/proto/agent/v1';
import type { AnyLocation, Location } from '@zo/proto/location';

export type AgentPath = MessageInitShape<typeof PathSchema>;

export const toAgentPath = ({ root, path }: Location): AgentPath => ({
  root: root === 's' ? Root.SITES : Root.WORKSPACE,
  segments: [...path],
});

/** For the agent that `root` belongs to: a machine shows its folder as its workspace. */
export const pathOnItsAgent = ({ root, path }: AnyLocation): AgentPath =>
  toAgentPath({ root: root === 's' ? 's' : 'w', path: [...path] });

export const fromAgentPath = (path: Path | undefined): Location => ({
  root: path?.root === Root.SITES ? 's' : 'w',
  path: [...(path?.segments ?? [])],
});
