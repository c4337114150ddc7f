/** Keys of the internal tokens: the first signs, all are accepted. So they are replaced one step after another while everybody goes on. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { JSONWebKeySet } from 'jose';
import { secretFile } from '@zo/config';

const FILE = 'internal-token.pem';
const BEGIN = '-----BEGIN ';

export interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

export interface TokenKeys {
  /** Only who mints needs it. */
  readonly signing?: SigningKey;
  /** Public keys. */
  readonly accepted: JSONWebKeySet;
}

/**
 * Reads the installation's keys from `<data>/secrets`, making one on the first start: Ed25519, PKCS #8, in PEM, one after another.
 * @throws where one of them is none, since a key that is not known everywhere signs people out
 */
export function loadTokenKeys(dataFolder: string): TokenKeys {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const blocks = secretFile(dataFolder, FILE, make)
    .toString()
    .split(new RegExp(`^(?=${BEGIN})`, 'm'))
    .filter((text) => text.startsWith(BEGIN));
  const keys = blocks.map(readKey);
  if (keys.length === 0) throw new Error(`${FILE} has no key`);
  // The same key twice would be found twice by its name.
  const accepted = new Map(keys.map(({ kid, key }) => [kid, { ...publicPart(key), kid, alg: 'EdDSA', use: 'sig' }]));
  return { signing: keys[0], accepted: { keys: [...accepted.values()] } };
}

function readKey(pem: string, index: number): SigningKey {
  const key = parsed(pem);
  if (key?.asymmetricKeyType !== 'ed25519') throw new Error(`${FILE}: key ${index + 1} is no Ed25519 key in PKCS #8`);
  return { kid: thumbprint(key), key };
}

function parsed(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    // What it says may quote the key.
    return undefined;
  }
}

/** RFC 7638 with RFC 8037: the same for everybody who has the key. */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x } = publicPart(key);
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

const publicPart = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'jwk' }) as { crv: string; kty: string; x: string };
