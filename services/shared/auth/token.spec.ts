import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { loadTokenKeys, type TokenKeys } from './keys.js';
import { TokenIssuer, TokenVerifier } from './token.js';

const subject = { userId: crypto.randomUUID(), sessionId: 'session', actor: 'human', owner: true } as const;
let folder: string;
let keys: TokenKeys;
let verifier: TokenVerifier;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-token-'));
  keys = loadTokenKeys(folder);
  verifier = new TokenVerifier('files', keys);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const verdict = (token: string | undefined) =>
  verifier.verify(token).then(
    (ctx) => ctx,
    (error: { code: string }) => error.code,
  );
const REFUSED = 'http.signed_out';
const seconds = () => Math.floor(Date.now() / 1000);

/** A token like ours, except for `change`, signed with our key or another. */
async function forge(
  change: { claims?: Record<string, unknown>; header?: Record<string, unknown>; key?: KeyObject } = {},
): Promise<string> {
  const claims = {
    iss: 'zo',
    aud: 'files',
    sub: subject.userId,
    actor: 'human',
    own: false,
    rid: 'r',
    iat: seconds(),
    exp: seconds() + 60,
    ...change.claims,
  };
  const present = Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined));
  return new SignJWT(present)
    .setProtectedHeader({ alg: 'EdDSA', ...change.header })
    .sign(change.key ?? keys.signing!.key);
}
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('internal tokens', () => {
  it('S4 a valid token yields its user, and nothing else', async () => {
    const token = await new TokenIssuer(keys).mint('files', subject);
    expect(await verifier.verify(`Bearer ${token}`, 'request-1')).toEqual({ ...subject, requestId: 'request-1' });
    expect(await verdict(`Bearer ${await forge()}`)).toMatchObject({ userId: subject.userId, owner: false });
  });

  it('S4 every flipped bit of header, claims or signature is refused', async () => {
    const token = await forge();
    const bytes = token.split('.').map((text) => Buffer.from(text, 'base64url'));
    for (const [index, original] of bytes.entries()) {
      for (let at = 0; at < original.length; at++) {
        const changed = Buffer.from(original);
        changed[at] = changed[at]! ^ (1 << (at % 8));
        const parts = bytes.map((other, n) => (n === index ? changed : other).toString('base64url'));
        expect([index, at, await verdict(`Bearer ${parts.join('.')}`)]).toEqual([index, at, REFUSED]);
      }
    }
  });

  it('requests at once share one token', async () => {
    const issuer = new TokenIssuer(keys);
    const mint = async (n: number) => issuer.mint('files', { ...subject, sessionId: `session ${n % 2}` });
    const tokens = await Promise.all(Array.from({ length: 100 }, (_, n) => mint(n)));
    expect(new Set(tokens).size).toBe(2);
    const verdicts = await Promise.all(tokens.map((token) => verifier.verify(`Bearer ${token}`)));
    expect(verdicts.map(({ sessionId }) => sessionId)).toEqual(tokens.map((_, n) => `session ${n % 2}`));
    expect(new Set(verdicts.map(({ requestId }) => requestId)).size).toBe(100);
  });

  it('S4 no other algorithm, key or critical header is accepted', async () => {
    const [, claims, signature] = (await forge()).split('.');
    const stranger = generateKeyPairSync('ed25519').privateKey;
    const withPublicKeyAsSecret = await new SignJWT({
      iss: 'zo',
      aud: 'files',
      sub: subject.userId,
      actor: 'human',
      own: true,
      rid: 'r',
      exp: seconds() + 60,
    })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(createPublicKey(keys.signing!.key).export({ type: 'spki', format: 'pem' })));
    const jwk = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
    const forged = [
      ...['none', 'None', 'NONE', '', 'HS256', 'ES256'].flatMap((alg) => [
        `${part({ alg })}.${claims}.`,
        `${part({ alg })}.${claims}.${signature}`,
      ]),
      withPublicKeyAsSecret,
      await forge({ key: stranger }),
      await forge({ key: stranger, header: { jwk } }),
      await forge({ key: stranger, header: { jku: 'https://example.com/keys', kid: '../../dev/null' } }),
      `${part({ alg: 'EdDSA', crit: ['x'], x: 1 })}.${claims}.${signature}`,
    ];
    for (const token of forged) expect([token, await verdict(`Bearer ${token}`)]).toEqual([token, REFUSED]);
  });

  it('S4 a token for another service or issuer, expired, not yet valid or without expiry is refused', async () => {
    const wrong = [
      { aud: 'chat' },
      { aud: undefined },
      { aud: ['chat', 'uploads'] },
      { iss: 'other' },
      { iss: undefined },
      { exp: seconds() - 1 },
      { exp: undefined },
      { exp: 'never' },
      { nbf: seconds() + 3600 },
    ];
    for (const claims of wrong)
      expect([claims, await verdict(`Bearer ${await forge({ claims })}`)]).toEqual([claims, REFUSED]);
  });

  it('S4 S13 claims of another shape are refused', async () => {
    const wrong = [
      { sub: undefined },
      { sub: 'root' },
      { sub: '' },
      { sub: [subject.userId] },
      { actor: 'owner' },
      { actor: undefined },
      { own: 'true' },
      { own: 1 },
      { rid: undefined },
      { sid: 7 },
    ];
    for (const claims of wrong)
      expect([claims, await verdict(`Bearer ${await forge({ claims })}`)]).toEqual([claims, REFUSED]);
  });

  it('S4 anything but a bearer token is refused', async () => {
    const token = await forge();
    for (const header of [
      undefined,
      '',
      token,
      `Basic ${token}`,
      `bearer${token}`,
      'Bearer ',
      'Bearer undefined',
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token}.x`,
      `Bearer ${token.split('.').slice(0, 2).join('.')}`,
    ]) {
      expect([header, await verdict(header)]).toEqual([header, REFUSED]);
    }
  });

  it('S4 a valid token is refused after its minute, although it was cached', async () => {
    const token = `Bearer ${await forge({ claims: { exp: seconds() + 2 } })}`;
    expect(await verdict(token)).toMatchObject({ userId: subject.userId });
    const deadline = Date.now() + 5_000;
    let last: unknown;
    while (last !== REFUSED && Date.now() < deadline) {
      last = await verdict(token);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    expect(last).toBe(REFUSED);
  });

  it('S4 a cached token of one user, audience or role is never returned for another', async () => {
    const issuer = new TokenIssuer(keys);
    const other = { ...subject, userId: crypto.randomUUID() };
    const asked = [
      ['files', subject],
      ['files', other],
      ['chat', subject],
      ['files', { ...subject, owner: false }],
      ['files', { ...subject, actor: 'agent' }],
      ['files', { ...subject, sessionId: 'second' }],
    ] as const;
    const tokens = await Promise.all(asked.map(([audience, who]) => issuer.mint(audience, who)));
    expect(new Set(tokens).size).toBe(asked.length);
    expect(await issuer.mint('files', subject)).toBe(tokens[0]);
  });
});
