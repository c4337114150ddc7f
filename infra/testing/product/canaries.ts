/** S11: unique secrets (canaries), planted in every input and searched for in every output. */
export class Canaries {
  /** Canary → where it was planted. */
  private readonly planted = new Map<string, string>();

  plant(where: string, prefix = ''): string {
    const canary = `${prefix}${crypto.randomUUID().replaceAll('-', '')}${this.planted.size}`;
    this.add(canary, where);
    return canary;
  }

  /** Registers an existing secret. */
  add(canary: string, where: string): void {
    this.planted.set(canary, where);
  }

  get size(): number {
    return this.planted.size;
  }

  /** Canaries found in the given texts, in any encoding, and any tokens between services. */
  found(places: Readonly<Record<string, string>>): string[] {
    const found: string[] = [];
    for (const [canary, where] of this.planted) {
      const forms = [
        canary,
        Buffer.from(canary).toString('hex'),
        Buffer.from(canary).toString('base64').replace(/=+$/, ''),
      ];
      for (const [place, text] of Object.entries(places))
        if (forms.some((form) => text.includes(form))) found.push(`${where}: in ${place}`);
    }
    for (const [place, text] of Object.entries(places))
      if (/eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/.test(text)) found.push(`a token between services: in ${place}`);
    return found;
  }
}
