/** What is known of an app and of whoever signs its users in. */

/** Where a user's consent is asked, and what is particular about it. */
export interface Provider {
  readonly slug: string;
  readonly name: string;
  /** As its `iss` says it. */
  readonly issuer: string;
  readonly authorize: string;
  readonly token: string;
  /** How the client authenticates at the token endpoint. */
  readonly auth: 'post' | 'basic';
  /** The token endpoint takes JSON instead of a form. */
  readonly body?: 'json';
  /** False where a code challenge is refused. */
  readonly pkce?: false;
  readonly params?: Readonly<Record<string, string>>;
  readonly scopeParam?: string;
  readonly scopeSeparator?: ',';
  readonly revoke?: { readonly url: string; readonly kind: 'form' | 'json' | 'bearer' | 'github' };
  /** Where the name of the connected account is: in the answer with the token, or at an address. */
  readonly account?: { readonly url?: string; readonly method?: 'POST'; readonly path: readonly string[] };
  /** Where the owner of an installation registers a client. */
  readonly console: string;
}

export interface App {
  readonly slug: string;
  readonly name: string;
  /** A few words on what it brings. */
  readonly about: string;
  /** Undefined for a bot, which is paired instead. */
  readonly provider?: Provider;
  readonly scopes: readonly string[];
  /** What is asked for besides where tools that change something are wanted, and what that lets Zo do. */
  readonly writing?: { readonly scopes: readonly string[]; readonly words: string };
}

/** Whether the app was asked for what its writing tools need. */
export const mayWrite = (
  { writing, scopes: asked }: App,
  { scopes }: { readonly scopes: readonly string[] },
): boolean => {
  // Some say nothing of the scopes; then it has those that were asked for first.
  const granted = scopes.length > 0 ? scopes : asked;
  return (writing?.scopes ?? []).every((scope) => granted.includes(scope));
};
