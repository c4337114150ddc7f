const MAX_HASHES = 64;

/** The hashes that were added last. */
export class RecentHashes {
  readonly #hashes = new Set<string>();

  add(hash: string | null): void {
    if (hash !== null) this.#hashes.add(hash);
    if (this.#hashes.size > MAX_HASHES) this.#hashes.delete(this.#hashes.values().next().value!);
  }

  has(hash: string | null): boolean {
    return hash !== null && this.#hashes.has(hash);
  }
}
