import { expect, it } from '@jest/globals';
import { isTrashKey } from './keys';

it.each([
  [{ key: 'Delete', metaKey: false }, true],
  [{ key: 'Backspace', metaKey: true }, true],
  [{ key: 'Backspace', metaKey: false }, false],
  [{ key: 'd', metaKey: true }, false],
])('whether %j moves to the trash: %p', (event, is) => expect(isTrashKey(event)).toBe(is));
