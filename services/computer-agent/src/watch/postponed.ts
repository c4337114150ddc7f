import type { Branch } from './tree.js';

/** Names that are looked at again after a while, or as soon as somebody waits for all changes. */
export class PostponedNames {
  private readonly names = new Map<Branch, Set<string>>();

  constructor(
    private readonly ms: number,
    private readonly look: (branch: Branch, name: string) => void,
  ) {}

  add(branch: Branch, name: string): void {
    if (this.names.size === 0) setTimeout(() => this.take(), this.ms).unref();
    const names = this.names.get(branch) ?? new Set();
    this.names.set(branch, names.add(name));
  }

  /** The branch is not watched any more. */
  forget(branch: Branch): void {
    this.names.delete(branch);
  }

  take(): void {
    const taken = [...this.names];
    this.names.clear();
    for (const [branch, names] of taken) for (const name of names) this.look(branch, name);
  }
}
