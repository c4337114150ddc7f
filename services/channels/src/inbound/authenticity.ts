/** Who a mail really comes from: SPF, DKIM and DMARC over its bytes as they arrived. */
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { isHeaderBlock } from './header-block.js';
import type { ParsedMail } from './mail.js';

export interface Envelope {
  /** Empty for a bounce. */
  readonly from: string;
  readonly ip: string;
  readonly helo: string;
}

/** `unknown`: the DNS did not answer, so the mail is asked for again. */
export type Verdict = 'pass' | 'fail' | 'unknown';

export interface Checked {
  readonly verdict: Verdict;
  /** Whom the verdict is about, in lower case. */
  readonly authors: readonly string[];
}

export type Resolve = (domain: string, type: string) => Promise<string[] | string[][]>;
/** DI token of the resolver. */
export const RESOLVE = Symbol('resolve');
const TIMEOUT_MS = 20_000;
const FAILED: Checked = { verdict: 'fail', authors: [] };
const UNKNOWN: Checked = { verdict: 'unknown', authors: [] };

/** The DNS of this machine. */
export function systemResolver(): Resolve {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  return (domain, type) => resolver.resolve(domain, type as 'TXT');
}

@Injectable()
export class Authenticity {
  constructor(@Inject(RESOLVE) private readonly resolve: Resolve) {}

  /** Whether the domain of its author says that it is theirs (DMARC). */
  async check(raw: Buffer, { from, ip, helo }: Envelope): Promise<Checked> {
    // Two parsers could see different fields in it, and so different authors.
    if (!isHeaderBlock(raw)) return FAILED;
    // Loaded with the first mail, because it is large.
    const { authenticate } = await import('mailauth');
    const options = { ip, helo, sender: from, resolver: this.resolve, disableArc: true, disableBimi: true };
    const stop = new AbortController();
    const late = delay(TIMEOUT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
    try {
      const result = await Promise.race([authenticate(raw, options), late]);
      if (!result) return UNKNOWN;
      const verdict = result.dmarc === false ? 'none' : result.dmarc.status.result;
      if (verdict === 'temperror') return UNKNOWN;
      const authors = result.dkim.headerFrom.map((address) => address.toLowerCase());
      return { verdict: verdict === 'pass' ? 'pass' : 'fail', authors };
    } finally {
      stop.abort();
    }
  }
}

/** A pass counts only for a mail that is read as written by the one author who was checked. */
export function verdictFor(mail: Pick<ParsedMail, 'from'>, { verdict, authors }: Checked): Verdict {
  if (verdict !== 'pass') return verdict;
  const isSame = authors.length === 1 && mail.from.length === 1 && authors[0] === mail.from[0];
  return isSame ? 'pass' : 'fail';
}
