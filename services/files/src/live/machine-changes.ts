/** Streams the changes in folders of machines that a browser looks at. */
import type { Ctx } from '@zo/auth';
import type { Computers } from '@zo/computer-client';
import type { LiveMessage } from '@zo/live';
import type { Location, MachineRoot } from '@zo/proto/location';
import { MachineStream } from './machine-stream.js';

export class MachineChanges {
  private readonly streams = new Map<MachineRoot, MachineStream>();
  private isStopped = false;

  constructor(private readonly parts: { ctx: Ctx; computers: Computers; send: (message: LiveMessage) => void }) {}

  /** Replaces the folders of the last call. */
  watch(folders: readonly Location<MachineRoot>[]): void {
    // Programs do not reach machines.
    if (this.isStopped || this.parts.ctx.actor !== 'human') return;
    const wanted = Map.groupBy(folders, ({ root }) => root);
    for (const [root, stream] of this.streams) {
      if (wanted.has(root)) continue;
      stream.stop();
      this.streams.delete(root);
    }
    for (const [root, locations] of wanted) {
      const stream = this.streams.get(root) ?? new MachineStream(root, this.parts);
      this.streams.set(root, stream);
      stream.watch(locations.map(({ path }) => path));
    }
  }

  stop(): void {
    this.isStopped = true;
    for (const stream of this.streams.values()) stream.stop();
    this.streams.clear();
  }
}
