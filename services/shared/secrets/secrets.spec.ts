import { expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { SecretBox } from './index.js';

const box = new SecretBox(randomBytes(32));
const sealed = box.seal('a key', 'user:row');

it('opens what it has sealed', () => expect(box.open(sealed, 'user:row')).toBe('a key'));

it('seals the same text in another way each time', () => expect(box.seal('a key', 'user:row')).not.toEqual(sealed));

it.each([
  ['in another place', () => box.open(sealed, 'user:other')],
  ['with another key', () => new SecretBox(randomBytes(32)).open(sealed, 'user:row')],
  [
    'when a byte was changed',
    () => box.open(Buffer.concat([sealed.subarray(0, -1), Buffer.of(sealed.at(-1)! ^ 1)]), 'user:row'),
  ],
  ['of an unknown version', () => box.open(Buffer.concat([Buffer.of(9), sealed.subarray(1)]), 'user:row')],
])('opens nothing %s', (_case, open) => expect(open).toThrow());
