import { describe, expect, it } from '@jest/globals';
import { isPublicAddress } from './address.js';
import { outboundFetch } from './fetch.js';

/** Spellings of one IPv4 address that `new URL` parses as that address. */
const spellingsOf = ([a, b, c, d]: readonly [number, number, number, number]) => {
  const number = ((a << 24) | (b << 16) | (c << 8) | d) >>> 0;
  const low = (b << 16) | (c << 8) | d;
  const octal = (part: number) => `0${part.toString(8)}`;
  const hex = (part: number) => `0x${part.toString(16)}`;
  const circled = (part: number) =>
    [...String(part)].map((digit) => (digit === '0' ? '⓪' : String.fromCodePoint(0x2460 + Number(digit) - 1))).join('');
  const groups = [((a << 8) | b).toString(16), ((c << 8) | d).toString(16)].join(':');
  const parts = [a, b, c, d];
  const dotted = parts.join('.');
  const four = [
    dotted,
    `${dotted}.`,
    String(number),
    hex(number),
    octal(number),
    `${a}.${low}`,
    `${a}.${b}.${(c << 8) | d}`,
    `${hex(a)}.${low}`,
  ];
  const spelled = [
    parts.map(octal).join('.'),
    parts.map(hex).join('.'),
    parts.map(circled).join('.'),
    parts.join('。'),
    parts.join('%2e'),
    parts.map((part) => String.fromCodePoint(...[...String(part)].map((digit) => 0xff10 + Number(digit)))).join('．'),
  ];
  const six = [
    `[::ffff:${dotted}]`,
    `[::ffff:${groups}]`,
    `[0:0:0:0:0:ffff:${dotted}]`,
    `[::${dotted}]`,
    `[::${groups}]`,
    `[64:ff9b::${groups}]`,
    `[64:ff9b:1::${groups}]`,
    `[2002:${groups}::]`,
    `[2002:${groups}::1]`,
    `[::ffff:0:${groups}]`,
    `[2001::${groups}]`,
  ];
  return [...four, ...spelled, ...six];
};

const PRIVATE_V4: readonly (readonly [number, number, number, number])[] = [
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [10, 0, 0, 1],
  [172, 16, 0, 1],
  [172, 31, 255, 255],
  [192, 168, 1, 1],
  [169, 254, 169, 254],
  [100, 64, 0, 1],
  [0, 0, 0, 0],
  [0, 1, 2, 3],
  [192, 0, 0, 1],
  [198, 18, 0, 1],
  [224, 0, 0, 1],
  [240, 0, 0, 1],
  [255, 255, 255, 255],
  [192, 0, 2, 1],
  [198, 51, 100, 1],
  [203, 0, 113, 1],
];
const PRIVATE_V6 = [
  '::',
  '::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  '::ffff:0:0',
  '0:0:0:0:0:0:0:1',
];
const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450:4001:81b::200e',
  '::ffff:8.8.8.8',
];

const codeOf = async (address: string) =>
  outboundFetch(address).then(
    () => 'fetched',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

describe('private addresses', () => {
  it('S3 every spelling of every private IPv4 address is refused before connecting', async () => {
    const passed: string[] = [];
    for (const address of PRIVATE_V4) {
      for (const host of spellingsOf(address)) {
        for (const url of [`http://${host}/`, `https://${host}:8443/x`]) {
          // URLs that the parser itself refuses are never fetched.
          const expected = URL.canParse(url) ? 'outbound.forbidden' : 'outbound.no_address';
          if ((await codeOf(url)) !== expected) passed.push(url);
        }
      }
    }
    expect(passed).toEqual([]);
  });

  it('S3 private IPv6 addresses are refused in every spelling', async () => {
    for (const host of PRIVATE_V6) {
      expect([host, isPublicAddress(host)]).toEqual([host, false]);
      expect([host, await codeOf(`http://[${host}]/`)]).toEqual([host, 'outbound.forbidden']);
      expect([host, await codeOf(`http://[${host.toUpperCase()}]:80/`)]).toEqual([host, 'outbound.forbidden']);
    }
  });

  it('S3 invalid addresses are not public', () => {
    for (const text of ['', 'localhost', 'example.com', '8.8.8.8/8', '8.8.8.8 ', '[::1]', '8.8.8.8:80', '999.1.1.1'])
      expect([text, isPublicAddress(text)]).toEqual([text, false]);
  });

  it('S3 public addresses are public', () => {
    for (const address of PUBLIC) expect([address, isPublicAddress(address)]).toEqual([address, true]);
  });

  it.each([
    [
      'outbound.bad_address',
      ['file:///etc/passwd', 'ftp://example.com/', 'gopher://127.0.0.1:6379/_x', 'data:text/plain,x'],
    ],
    ['outbound.bad_address', ['blob:http://x/1', 'javascript:1', 'unix:/run/x.sock']],
    ['outbound.no_address', ['//example.com', 'example.com', '', 'http://', 'http://[::1']],
    ['outbound.has_password', ['http://user:secret@example.com/', 'https://user@example.com/']],
  ])('S3 only http and https addresses without secrets are opened: %s', async (code, addresses) => {
    for (const address of addresses) expect([address, await codeOf(address)]).toEqual([address, code]);
  });
});
