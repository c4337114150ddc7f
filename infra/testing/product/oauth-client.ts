/** A program that signs in by OAuth, and the consent of a person as the page gives it. */
import { createHash } from 'node:crypto';
import type { Person } from './product.js';

export const CALLBACK = 'http://127.0.0.1/callback';

interface Tokens {
  readonly access_token: string;
  readonly scope: string;
}

interface Asked {
  readonly to: string;
  readonly id: string;
  readonly scopes: string[];
}

export const askFor = (person: Person, query: string) => person.json<Asked>('/api/oauth/requests', { query });

/** The person's yes to a request. Returns the address that their browser is sent to. */
export async function consent(person: Person, query: string, scopes?: readonly string[]): Promise<URL> {
  const asked = await askFor(person, query);
  const yes = { decision: 'allow', scopes: scopes ?? asked.scopes };
  return new URL((await person.json<{ back: string }>(`/api/oauth/requests/${asked.id}`, yes)).back);
}

const VERIFIER = 'v'.repeat(43);

/** A request of a newly registered program, which it could write into a link. */
export async function requestOfProgram(
  { url }: Pick<Person, 'url'>,
  more: Record<string, string> = {},
): Promise<URLSearchParams> {
  const registered = await fetch(`${url}/api/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ redirect_uris: [CALLBACK], client_name: 'Test client' }),
  });
  const { client_id } = (await registered.json()) as { client_id: string };
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url');
  return new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: CALLBACK,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...more,
  });
}

export const sendForm = (person: Pick<Person, 'url'>, path: string, fields: Record<string, string>) =>
  fetch(`${person.url}/api/oauth/${path}`, { method: 'POST', body: new URLSearchParams(fields) });

/** Exchanges the code that a person's browser was sent back with. */
export async function exchange(person: Pick<Person, 'url'>, asked: URLSearchParams, back: URL): Promise<Tokens> {
  const answer = await sendForm(person, 'token', {
    grant_type: 'authorization_code',
    client_id: asked.get('client_id')!,
    code: back.searchParams.get('code')!,
    redirect_uri: asked.get('redirect_uri')!,
    code_verifier: VERIFIER,
  });
  if (!answer.ok) throw new Error(`the exchange was answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}

/** A program that a person allows everything it asks for. */
export async function connectProgram(person: Person, more: Record<string, string> = {}) {
  const asked = await requestOfProgram(person, more);
  const tokens = await exchange(person, asked, await consent(person, asked.toString()));
  const { programs } = await person.json<{ programs: { id: string }[] }>('/api/oauth/programs');
  return { tokens, clientId: asked.get('client_id')!, id: programs[0]!.id };
}
