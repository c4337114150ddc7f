/** A program that signs in by OAuth, and may do each step wrongly. */
import { createHash, randomBytes } from 'node:crypto';
import type { TestFetch } from '@zo/testing';

export type Fields = Readonly<Record<string, string | undefined>>;
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly expires_in: number;
}
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { readonly error?: string };
}
export type Asked = { to: 'ask'; id: string; scopes: string[] };

export const SITE = 'https://zo.example';
export const CALLBACK = 'https://client.example/callback';
const MCP = `${SITE}/api/mcp`;

const query = (fields: Fields) =>
  new URLSearchParams(Object.entries(fields).filter((pair): pair is [string, string] => pair[1] !== undefined));

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Answer['body'],
});

/** The address in the answer to a consent, as its query. */
export const backOf = ({ body }: Answer) => new URL(String(body['back'])).searchParams;

export class Program {
  readonly verifier = randomBytes(32).toString('base64url');
  private clientId = '';

  constructor(private readonly url: string) {}

  get id(): string {
    return this.clientId;
  }

  /** Registers from a new address each time, so that the limits of one client do not add up over the tests. */
  async register(metadata: object = {}, address: string = crypto.randomUUID()): Promise<Answer> {
    const answer = await answerOf(
      await fetch(`${this.url}/api/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-client-address': address },
        body: JSON.stringify({ client_name: 'Program', redirect_uris: [CALLBACK], ...metadata }),
      }),
    );
    this.clientId = String(answer.body['client_id']);
    return answer;
  }

  query(changes: Fields = {}): string {
    return query({
      response_type: 'code',
      client_id: this.clientId,
      redirect_uri: CALLBACK,
      state: 'the state',
      resource: MCP,
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...changes,
    }).toString();
  }

  async look(user: TestFetch, changes: Fields = {}): Promise<Answer> {
    return answerOf(await user('/api/oauth/requests', { json: { query: this.query(changes) } }));
  }

  /** The code that a user's yes brings. */
  async code(user: TestFetch, changes: Fields = {}, scopes?: string[]): Promise<string> {
    const asked = (await this.look(user, changes)).body as unknown as Asked;
    const answer = await decide(user, asked.id, { decision: 'allow', scopes: scopes ?? asked.scopes });
    return backOf(answer).get('code')!;
  }

  exchange(code: string, changes: Fields = {}): Promise<Answer> {
    return this.post('token', {
      grant_type: 'authorization_code',
      client_id: this.clientId,
      code,
      redirect_uri: CALLBACK,
      code_verifier: this.verifier,
      resource: MCP,
      ...changes,
    });
  }

  refresh(token: string, changes: Fields = {}): Promise<Answer> {
    return this.post('token', {
      grant_type: 'refresh_token',
      client_id: this.clientId,
      refresh_token: token,
      ...changes,
    });
  }

  revoke(token: string, changes: Fields = {}): Promise<Answer> {
    return this.post('revoke', { token, client_id: this.clientId, ...changes });
  }

  async post(path: string, fields: Fields | string): Promise<Answer> {
    const body = typeof fields === 'string' ? fields : query(fields).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return answerOf(await fetch(`${this.url}/api/oauth/${path}`, { method: 'POST', headers, body }));
  }
}

export const decide = async (user: TestFetch, id: string, json: object): Promise<Answer> =>
  answerOf(await user(`/api/oauth/requests/${id}`, { json }));
