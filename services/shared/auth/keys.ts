/**
 * Keys of the internal tokens. The first key signs and all are accepted, so keys can be rotated without signing anybody
 * out.
 */
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
  /** Needed only by processes that mint tokens. */
  readonly signing?: SigningKey;
  /** Public keys. */
  readonly accepted: JSONWebKeySet;
}

/**
 * Reads the installation's keys from `<data>/secrets` and creates one on the first start. The file holds concatenated
 * Ed25519 keys in PKCS #8 PEM.
 * @throws if any key is invalid, because a key that some processes do not accept signs users out
 */
export function loadTokenKeys(dataFolder: string): TokenKeys {
  const make = () => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
  const blocks = secretFile(dataFolder, FILE, make)
    .toString()
    .split(new RegExp(`^(?=${BEGIN})`, 'm'))
    .filter((text) => text.startsWith(BEGIN));
  const keys = blocks.map(readKey);
  if (keys.length === 0) throw new Error(`${FILE} has no key`);
  // A duplicate key would match its `kid` twice, which jose rejects.
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
    // The error's message may quote the key.
    return undefined;
  }
}

/** The RFC 7638 thumbprint (RFC 8037 for Ed25519): every process derives the same `kid` from the same key. */
function thumbprint(key: KeyObject): string {
  const { crv, kty, x } = publicPart(key);
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

const publicPart = (key: KeyObject) =>
  createPublicKey(key).export({ format: 'jwk' }) as { crv: string; kty: string; x: string };
