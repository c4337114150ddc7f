import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { loadTokenKeys, type TokenKeys } from './keys.js';
import { TokenIssuer, TokenVerifier } from './token.js';

const subject = { userId: crypto.randomUUID(), actor: 'human', owner: false } as const;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zo-keys-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

/** The keys of a process that was started with this content of the file. */
function started(...parts: readonly (KeyObject | string)[]): TokenKeys {
  const data = mkdtempSync(join(folder, 'data-'));
  mkdirSync(join(data, 'secrets'));
  writeFileSync(
    join(data, 'secrets', 'internal-token.pem'),
    parts.map((part) => (typeof part === 'string' ? part : pem(part))).join(''),
  );
  return loadTokenKeys(data);
}

/** Returns whether one process accepts what another signs. */
async function understands(from: TokenKeys, to: TokenKeys): Promise<boolean> {
  return accepts(to, await new TokenIssuer(from).mint('files', subject));
}
const accepts = (keys: TokenKeys, token: string) =>
  new TokenVerifier('files', keys).verify(`Bearer ${token}`).then(
    () => true,
    () => false,
  );

function signed(key: KeyObject, kid?: string): Promise<string> {
  return new SignJWT({ actor: 'human', rid: 'r' })
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .setIssuer('zo')
    .setSubject(subject.userId)
    .setAudience('files')
    .setExpirationTime('60s')
    .sign(key);
}

describe('keys of internal tokens', () => {
  it('S6 the key is created once and private, and a process that only verifies cannot mint', () => {
    const made = loadTokenKeys(folder);
    expect(loadTokenKeys(folder).signing!.kid).toBe(made.signing!.kid);
    const file = join(folder, 'secrets', 'internal-token.pem');
    expect([statSync(file).mode & 0o777, statSync(join(folder, 'secrets')).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(JSON.stringify(made.accepted)).not.toContain('"d"');
    expect(() => new TokenIssuer({ accepted: made.accepted })).toThrow('private key');
  });

  it("S10 a key is replaced in three steps, and neighbouring steps accept each other's tokens", async () => {
    const [old, next] = [newKey(), newKey()];
    const steps = [started(old), started(old, next), started(next, old), started(next)];
    for (const [index, step] of steps.entries()) {
      for (const other of steps.slice(Math.max(0, index - 1), index + 2))
        expect(await understands(step, other)).toBe(true);
    }
    // Replacing the key in a single step would break this.
    expect([await understands(steps[0]!, steps[3]!), await understands(steps[3]!, steps[0]!)]).toEqual([false, false]);
    expect(await understands(steps[2]!, steps[0]!)).toBe(false);
  });

  it('S4 a removed key, an unknown kid and the kid of another key are refused', async () => {
    const [old, next] = [newKey(), newKey()];
    const both = started(next, old);
    const [nextKid, oldKid] = both.accepted.keys.map(({ kid }) => kid!) as [string, string];
    expect([await accepts(both, await signed(old, oldKid)), await accepts(both, await signed(next, nextKid))]).toEqual([
      true,
      true,
    ]);
    expect(await accepts(started(next), await signed(old, oldKid))).toBe(false);
    for (const [key, kid] of [
      [old, nextKid],
      [next, oldKid],
      [next, 'unknown'],
      [next, ''],
    ] as const)
      expect([kid, await accepts(both, await signed(key, kid))]).toEqual([kid, false]);
  });

  it('S4 a token without kid, as minted by the previous release, is accepted only while there is one key', async () => {
    const [old, next] = [newKey(), newKey()];
    expect([
      await accepts(started(old), await signed(old)),
      await accepts(started(old), await signed(next)),
      await accepts(started(old, next), await signed(old)),
    ]).toEqual([true, false, false]);
  });

  it('S6 an invalid key at any position is refused at start, and not repeated in the message', () => {
    const whole = pem(newKey());
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    for (const parts of [
      [''],
      ['nothing'],
      [whole, ec],
      [whole, whole.slice(0, 60)],
      [whole, whole.replace(/END/, 'MIDDLE')],
    ]) {
      const message = (() => {
        try {
          return (started(...parts), '');
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect(message).toMatch(/^internal-token\.pem(: key 2 is no Ed25519 key in PKCS #8| has no key)$/);
    }
    expect(started(whole, whole, `# a note\n${pem(newKey())}`).accepted.keys).toHaveLength(2);
  });
});
