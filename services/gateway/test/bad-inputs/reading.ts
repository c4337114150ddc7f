/** Bad inputs of requests that read files. */
import { type Case } from './case.js';

const raw = (name: string, path: string, allowed: readonly number[] = [400, 404], more: Partial<Case> = {}): Case => ({
  name: `raw ${name}`,
  method: 'GET',
  path: `/api/file/${path}`,
  allowed,
  ...more,
});
const look = (name: string, slug: unknown, allowed: readonly number[] = [400], more: Partial<Case> = {}): Case => ({
  name: `read-fs ${name}`,
  path: '/api/read-fs',
  json: { root: 'w', slug },
  allowed,
  ...more,
});
const inert = /"content-disposition":"attachment|"content-type":"text\/plain/;

export const reading: readonly Case[] = [
  ...[
    '..',
    '%2e%2e%2f',
    '%252e%252e',
    '..%c0%af',
    '..%5c',
    '..%2f..%2fetc%2fpasswd',
    '%2fetc',
    'proc/self/environ',
    'dev/zero',
    'Box/to-proc',
    'Box/to-zero',
    'Box/to-root/etc/passwd',
    'file%00.md',
    'Box/%2F',
    'proc/self/fd/0',
    'w/../../x',
    's/..%2fw',
  ].map((path) => raw(path, path, [400, 403, 404, 409])),
  ...['pipe', 'sock', 'to-self', 'loop-a', 'to-proc', 'to-zero'].map((name) =>
    raw(`of ${name}`, `Box/${name}`, [400, 403, 404, 409]),
  ),
  ...['pipe', 'sock', 'to-self', 'loop-a', 'to-proc', 'to-zero', 'to-root'].map((name) =>
    look(`of ${name}`, ['Box', name], [200, 400, 403, 404, 409], { says: /"(error|detail)":"[^"]+/ }),
  ),
  look('with ..', ['..', 'etc']),
  look('with a slash', ['a/b']),
  look('with a null', ['a\0.md']),
  look('with an empty name', ['']),
  look('with 256 bytes', ['x'.repeat(256)]),
  look('with 86 wide letters', ['界'.repeat(86)]),
  look('with 255 bytes', ['x'.repeat(255)], [200], { says: /File not found/ }),
  look('with 4,097 bytes', Array(20).fill('x'.repeat(205))),
  look('with 10,000 names', Array(10_000).fill('a')),
  look('with an encoded slash', ['a%2Fb'], [200], { says: /File not found/ }),
  look('of the other case', ['Box', 'case.md'], [200], { says: /File not found/ }),
  look('of the other normal form', ['Box', '\u00e9.md'], [200], { says: /File not found/ }),
  look('of its own normal form', ['Box', 'e\u0301.md'], [200], { says: /text of/ }),
  {
    name: 'root s with a path of w',
    path: '/api/read-fs',
    json: { root: 's', slug: ['Box', 'a.md'] },
    allowed: [200],
    says: /File not found/,
  },
  { name: 'an unknown root', path: '/api/read-fs', json: { root: 'x', slug: [] }, allowed: [400] },
  ...[
    '/etc/passwd',
    '/proc/self/environ',
    '/dev/zero',
    '//etc',
    '/home/ada/workspace/../../../etc/passwd',
    '/home/ada/workspacex/a',
    'Box/a.md',
    '~root/x',
    '/home/ada/workspace\0/a',
  ].map((absolutePath) => ({
    name: `read-z ${JSON.stringify(absolutePath)}`,
    path: '/api/read-z',
    json: { absolutePath },
    allowed: [400, 404],
  })),
  raw(
    'with a comma in a list',
    `?download=1&paths=${encodeURIComponent(encodeURIComponent('Box/a,b.txt'))}`.replace('/', ''),
    [200],
  ),
  {
    name: 'zip of a name with a comma',
    method: 'GET',
    path: `/api/file?download=1&paths=${encodeURIComponent(encodeURIComponent('Box/a,b.txt'))}`,
    allowed: [200],
    says: /zip|a,b/,
  },
  {
    name: 'zip of ten thousand paths',
    method: 'GET',
    path: `/api/file?download=1&paths=${Array(10_000).fill('a').join(',')}`,
    allowed: [400, 404, 414, 431],
  },
  {
    name: 'zip of one own and one foreign',
    method: 'GET',
    path: `/api/file?download=1&paths=Box%2Fa.md,${encodeURIComponent(encodeURIComponent('../../etc/passwd'))}`,
    allowed: [400, 404],
  },
  {
    name: 'zip of one that is there and one that is not',
    method: 'GET',
    path: '/api/file?download=1&paths=Box%252Fa.md,gone.md',
    allowed: [404],
  },
  { name: 'zip of nothing', method: 'GET', path: '/api/file?download=1&paths=', allowed: [400] },
  ...(
    [
      ['0-', 206],
      ['-1', 206],
      ['0-0,2-3', 206],
      [Array(1_000).fill('0-9').join(','), 206],
      ['9-2', 416],
      ['99999999999999999999-', 416],
      ['a-b', 416],
      ['-0', 416],
      ['--1', 416],
    ] as const
  ).map(([range, wanted]) =>
    raw(`range ${range.slice(0, 20)}`, 'Box/a.md', [wanted, 200, 416], { headers: { range: `bytes=${range}` } }),
  ),
  raw('with a quote in its name', 'Box/q%22uote.txt?download=1', [200], { says: /attachment; filename=/ }),
  raw('with a line break in its name', 'Box/line%0Abreak.txt?download=1', [200], {
    says: /filename\*=UTF-8''line%0Abreak/,
  }),
  raw('with reversed letters in its name', 'Box/gnp.%E2%80%AEtxt?download=1', [200], {
    says: /filename\*=UTF-8''gnp\.%E2%80%AEtxt/,
  }),
  raw('HTML named .png', 'Box/page.png', [200], { says: inert }),
  raw('SVG with a script', 'Box/script.svg', [200], { says: inert }),
  raw('a PDF that is HTML, too', 'Box/poly.pdf', [200], { says: inert }),
  raw('HTML asked to be shown', 'Box/page.html?download=0', [200, 400], { says: /text\/plain|attachment|detail/ }),
];
