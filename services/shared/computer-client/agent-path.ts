/** A location as the agent takes it, and back. */
import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Path, type PathSchema, Root } from '@zo/proto/agent/v1';
import type { Location } from '@zo/proto/location';

export type AgentPath = MessageInitShape<typeof PathSchema>;

export const toAgentPath = ({ root, path }: Location): AgentPath => ({
  root: root === 's' ? Root.SITES : Root.WORKSPACE,
  segments: [...path],
});

export const fromAgentPath = (path: Path | undefined): Location => ({
  root: path?.root === Root.SITES ? 's' : 'w',
  path: [...(path?.segments ?? [])],
});
