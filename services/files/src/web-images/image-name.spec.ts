import { expect, it } from '@jest/globals';
import { imageName } from './image-name.js';

const image = { bytes: Buffer.from('pixels'), extension: 'png' };
/** Of the bytes. */
const HASH = '6ec9c2b0';

it.each([
  ['https://example.org/photos/The%20quay.jpeg?width=800', 'The-quay'],
  ['https://example.org/', 'image'],
  ['https://example.org/..%2F..%2Fetc%2Fpasswd', 'etc-passwd'],
  ['https://example.org/%E0%A4%A', 'E0-A4-A'],
  ['https://example.org/%2D%2Drf', 'rf'],
  ['https://example.org/海.webp', '海'],
  [`https://example.org/${'a'.repeat(500)}.png`, 'a'.repeat(60)],
])('the image of %s is called after its address', (url, name) =>
  expect(imageName(url, image)).toBe(`${name}-${HASH}.png`),
);
