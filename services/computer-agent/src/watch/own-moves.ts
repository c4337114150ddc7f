import type { Path } from '@zo/proto/agent/v1';

/** The notice of a move comes at once; an older move has nothing to do with what vanishes. */
const REMEMBER_MS = 2_000;

/** Moves that the agent carries out itself, by the path that an entry had. */
export class OwnMoves {
  private readonly running = new Map<string, number>();
  private readonly targets = new Map<string, readonly string[]>();

  /** `ended` is called after each move. */
  constructor(private readonly ended: () => unknown) {}

  async run<Moved extends { to?: Path }>(from: string, move: () => Promise<Moved>): Promise<Moved> {
    this.running.set(from, (this.running.get(from) ?? 0) + 1);
    try {
      const moved = await move();
      if (moved.to) this.remember(from, moved.to.segments);
      return moved;
    } finally {
      const left = this.running.get(from)! - 1;
      if (left > 0) this.running.set(from, left);
      else this.running.delete(from);
      this.ended();
    }
  }

  isRunning(from: string): boolean {
    return this.running.has(from);
  }

  /** Where an entry that vanished has been moved to; told once. */
  targetOf(from: string): readonly string[] | undefined {
    const target = this.targets.get(from);
    this.targets.delete(from);
    return target;
  }

  private remember(from: string, target: readonly string[]): void {
    this.targets.set(from, target);
    setTimeout(() => this.targets.get(from) === target && this.targets.delete(from), REMEMBER_MS).unref();
  }
}
