/** Sends valid and invalid secrets into the product through every endpoint that takes one. */
import { expect } from '@jest/globals';
import { WebSocket } from 'ws';
import type { Canaries } from './canaries.js';
import type { FakeProvider } from './fake-provider.js';
import { Person, type Product } from './product.js';

interface Place {
  readonly product: Product;
  /** A user with the default password of tests. */
  readonly person: Person;
  readonly provider: FakeProvider;
}

const account = (password: string, more: object = {}) => ({
  email: `${crypto.randomUUID()}@example.com`,
  password,
  handle: '',
  ...more,
});

export class CredentialSender {
  /** Bodies of all responses except those that issue tokens. */
  readonly answers: string[] = [];
  private readonly plant: Canaries['plant'];

  constructor(
    private readonly canaries: Canaries,
    private readonly place: Place,
  ) {
    this.plant = (where, prefix) => canaries.plant(where, prefix);
  }

  /** Sends a request and keeps the response. */
  async send(
    path: string,
    {
      method = 'POST',
      headers = {},
      body,
      cookie = this.place.person.cookie,
    }: { method?: string; headers?: Record<string, string>; body?: unknown; cookie?: string } = {},
  ): Promise<number> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await fetch(this.place.product.url + path, {
      method,
      headers: { cookie, 'content-type': 'application/json', ...headers },
      body: method === 'GET' ? undefined : content,
    });
    this.answers.push(await answer.text());
    return answer.status;
  }

  /** Valid and wrong passwords, and passwords in malformed bodies. */
  async passwords(): Promise<void> {
    await this.send('/api/auth/sign-up', { body: account(this.plant('password of a sign-up without an invitation')) });
    await this.send('/api/auth/sign-up', {
      body: account(this.plant('password of a sign-up with a bad invitation'), { invitation: 'none' }),
    });
    await this.send('/api/auth/sign-up', { body: account(this.plant('password beside a fault'), { handle: 7 }) });
    await this.send('/api/auth/sign-up', { body: { ...account(''), password: [this.plant('password in a list')] } });
    await this.send('/api/auth/sign-in', {
      body: { email: 'ada@example.com', password: this.plant('wrong password') },
    });
    await this.send('/api/auth/sign-in', {
      body: { email: 'nobody@example.com', password: this.plant('password of nobody') },
    });
    await this.send('/api/auth/sign-in', {
      body: `{"email":"ada@example.com","password":"${this.plant('password in broken JSON')}"`,
    });
    await this.send('/api/auth/sign-in', {
      body: { email: this.plant('password typed as the e-mail'), password: 'x' },
    });
    await this.send(`/api/auth/sign-in?password=${this.plant('password in an address')}`, { body: {} });
    await this.send('/api/auth/claim', {
      body: account(this.plant('password of a second claim'), { token: this.plant('claim token, wrong') }),
    });
    expect(
      await this.send('/api/auth/password', {
        body: { current: this.plant('wrong current password'), next: this.plant('next password, refused') },
      }),
    ).toBeGreaterThanOrEqual(400);
    const next = this.plant('new password');
    expect(await this.send('/api/auth/password', { body: { current: 'correct horse', next } })).toBe(204);
    expect(await this.send('/api/auth/password', { body: { current: next, next: 'correct horse' } })).toBe(204);
  }

  /** Keys for a provider that accepts them, one that repeats the key in its error, and an unreachable one. */
  async modelKeys(): Promise<void> {
    const at = (kind: string, api_key: string, more: object = {}) => ({
      kind,
      label: 'mine',
      base_url: this.place.provider.url,
      api_key,
      models: ['m'],
      ...more,
    });
    const repeats = (status: number, key: string) =>
      this.place.provider.script((answer) => answer.status(status, {}, { error: { message: `what is ${key}?` } }));
    for (const status of [400, 401, 403, 404, 422, 429, 500]) {
      const key = this.plant(`key of a provider that answers ${status}`, 'sk-');
      repeats(status, key);
      const { id } = await this.place.person.json<{ id: string }>(
        '/api/models/providers',
        at('openai-compatible', key),
      );
      await this.send('/api/conversations/new/messages/stream', { body: { text: 'hello', model: `${id}:m` } });
      await this.send('/api/models/providers/test', {
        body: { kind: 'openai-compatible', base_url: this.place.provider.url, id, model: 'm' },
      });
      await this.send(`/api/models/providers/${id}`, {
        method: 'PATCH',
        body: { api_key: this.plant(`key changed after ${status}`, 'sk-') },
      });
      await this.send('/api/models/providers', { method: 'GET' });
    }
    for (const kind of ['anthropic', 'google', 'xai', 'openai']) {
      const key = this.plant(`key of ${kind}`, 'sk-');
      repeats(400, key);
      await this.send('/api/models/providers/test', {
        body: { kind, base_url: this.place.provider.url, api_key: key, model: 'm' },
      });
    }
    await this.send('/api/models/providers/test', {
      body: {
        kind: 'openai',
        base_url: 'http://127.0.0.1:1',
        api_key: this.plant('key for an address where nobody is', 'sk-'),
      },
    });
    await this.send('/api/models/providers', {
      body: at('openai', this.plant('key beside a fault', 'sk-'), { models: 7 }),
    });
    await this.send('/api/models/providers', {
      body: at('openai', this.plant('key of an address with a password', 'sk-'), {
        base_url: `http://ada:${this.plant('password in an address of a provider')}@127.0.0.1:1`,
      }),
    });
  }

  /** Session cookies and one-time tokens, valid and forged. */
  async tickets(): Promise<void> {
    for (const where of ['cookie', 'cookie, signed out']) {
      const person = await Person.signIn(this.place.product, 'ada');
      this.canaries.add(person.cookie.split('=')[1]!, where);
      await this.send('/api/auth/me', { method: 'GET', cookie: person.cookie });
      if (where !== 'cookie') await this.send('/api/auth/sign-out', { cookie: person.cookie, body: {} });
    }
    for (const path of ['/api/auth/me', '/api/conversations', '/api/nothing', '/nothing'])
      await this.send(path, { method: 'GET', cookie: `sid=${this.plant(`made-up cookie for ${path}`)}` });
    for (const header of ['authorization', 'x-internal-token', 'x-api-key'])
      await this.send('/api/auth/me', {
        method: 'GET',
        headers: { [header]: `Bearer ${this.plant(`header ${header}`)}` },
      });
    for (const path of ['/api/files/list', '/api/file/none', '/api/conversations', '/app'])
      await this.send(`${path}?token=${this.plant(`token in the address of ${path}`)}`, { method: 'GET' });
    for (const use of ['used', 'unused', 'used twice', 'used elsewhere']) {
      const { token } = await this.place.person.json<{ token: string }>('/api/tokens/wss-nonce', {});
      this.canaries.add(token, `ticket, ${use}`);
      const knock = (path: string) =>
        new Promise<boolean>((resolve) => {
          const socket = new WebSocket(`${this.place.product.url.replace('http', 'ws')}${path}?nonce=${token}`, {
            origin: this.place.product.url,
            headers: { cookie: this.place.person.cookie },
          });
          socket.on('open', () => (resolve(true), socket.close())).on('error', () => resolve(false));
        });
      if (use !== 'unused')
        expect(await knock(use === 'used elsewhere' ? '/api/nothing' : '/api/ws')).toBe(use !== 'used elsewhere');
      if (use === 'used twice') expect(await knock('/api/ws')).toBe(false);
    }
  }
}
