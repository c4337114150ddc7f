/** The lists of bad inputs by group: what is sent, and which responses are allowed. */

export interface Case {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly json?: unknown;
  readonly body?: string | Buffer;
  readonly type?: string;
  readonly headers?: Record<string, string | string[]>;
  readonly allowed: readonly number[];
  /** Text that the response or its headers must contain. */
  readonly says?: RegExp;
  /** The whole request as raw bytes. */
  readonly raw?: (cookie: string) => string;
}

const at = (...path: string[]) => ({ root: 'w', path });
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const CREATE = '/api/files/create';
const line =
  (text: string, more = '') =>
  (cookie: string) =>
    `${text} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\nconnection: close\r\n${more}\r\n`;

export const everywhere: readonly Case[] = [
  ...(
    [
      ['missing', {}],
      ['null', { q: null, title: null, slug: null }],
      ['array', { slug: [['a']], root: ['w'] }],
      ['object', { slug: { 0: 'a' }, root: 'w' }],
      ['number', { slug: 4, root: 'w' }],
      ['a scalar for all', 7],
      ['a list for all', []],
    ] as const
  )
    .filter(([name]) => name !== 'missing')
    .map(([name, json]) => ({
      name: `${name} where something else is expected`,
      path: '/api/read-fs',
      json,
      allowed: [400],
    })),
  {
    name: 'a form where JSON is expected',
    path: '/api/auth/sign-in',
    body: 'email[]=a&email[]=b',
    type: 'application/x-www-form-urlencoded',
    allowed: [400, 415],
  },
  { name: 'no body', path: CREATE, allowed: [400] },
  { name: 'an empty body', path: CREATE, body: '', allowed: [400] },
  {
    name: 'ten megabytes of JSON',
    path: '/api/conversations',
    body: `{"title":"${'x'.repeat(10_000_000)}"}`,
    allowed: [413],
  },
  { name: 'ten thousand levels', path: CREATE, body: deep(10_000), allowed: [400] },
  {
    name: 'ten thousand levels of objects',
    path: CREATE,
    body: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    allowed: [400],
  },
  {
    name: 'duplicate keys',
    path: CREATE,
    body: '{"root":"w","path":["Box","x"],"type":"file","type":{"a":1}}',
    allowed: [400],
  },
  { name: '__proto__', path: CREATE, body: '{"__proto__":{"root":"w","path":["x"],"type":"file"}}', allowed: [400] },
  { name: 'constructor', path: CREATE, body: '{"constructor":{"prototype":{"root":"w"}}}', allowed: [400] },
  { name: 'NaN', path: '/api/terminals', body: '{"cols":NaN,"rows":24}', allowed: [400] },
  { name: '1e309', path: '/api/terminals', body: '{"cols":1e309,"rows":24}', allowed: [400] },
  { name: '-0', path: '/api/terminals', body: '{"cols":-0,"rows":24}', allowed: [400] },
  { name: '2^53+1', path: '/api/terminals', body: '{"cols":9007199254740993,"rows":24}', allowed: [400] },
  { name: 'a lone surrogate', path: CREATE, body: '{"root":"w","path":["\\ud800"],"type":"file"}', allowed: [400] },
  {
    name: 'a byte order mark',
    path: CREATE,
    body: '\uFEFF{"root":"w","path":["Nowhere","x"],"type":"file"}',
    allowed: [400, 404],
  },
  {
    name: 'bytes that are no UTF-8',
    path: CREATE,
    body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    allowed: [400],
  },
  { name: 'another charset', path: CREATE, body: '{}', type: 'application/json; charset=utf-7', allowed: [400, 415] },
  {
    name: 'a strange content type',
    path: CREATE,
    body: '{"root":"w"}',
    type: 'application/json\t;x',
    allowed: [400, 415],
  },
  {
    name: 'JSON as plain text',
    path: CREATE,
    body: '{"root":"w","path":["Box","x"],"type":"file"}',
    type: 'text/plain',
    allowed: [400, 415],
  },
  { name: 'XML', path: CREATE, body: '<a/>', type: 'application/xml', allowed: [400, 415] },
  { name: 'a compressed body', path: CREATE, body: '{}', headers: { 'content-encoding': 'gzip' }, allowed: [400, 415] },
  { name: 'HEAD of something that is posted', method: 'HEAD', path: CREATE, allowed: [404, 405] },
  { name: 'OPTIONS', method: 'OPTIONS', path: CREATE, allowed: [404, 405] },
  { name: 'TRACE', path: '', raw: line('TRACE /api/auth/me'), allowed: [405] },
  { name: 'CONNECT', path: '', raw: line('CONNECT localhost:22'), allowed: [0, 400, 404, 405] },
  { name: 'a method nobody knows', path: '', raw: line('FROB /api/auth/me'), allowed: [400, 405] },
  {
    name: 'method override',
    method: 'GET',
    path: '/api/files/empty-trash',
    headers: { 'x-http-method-override': 'POST' },
    allowed: [404, 405],
  },
  {
    name: 'method override in the query',
    method: 'GET',
    path: '/api/files/empty-trash?_method=POST',
    allowed: [404, 405],
  },
  {
    name: 'duplicate headers',
    method: 'GET',
    path: '/api/auth/me',
    headers: { 'x-user-id': ['a', 'b'], accept: ['a', 'b'] },
    allowed: [200],
  },
  { name: 'two hosts', path: '', raw: line('GET /api/auth/me', 'host: evil.example\r\n'), allowed: [200, 400, 421] },
  {
    name: 'both lengths',
    path: '',
    raw: line('POST /api/conversations', 'content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n'),
    allowed: [400],
  },
  {
    name: 'two lengths',
    path: '',
    raw: line('POST /api/conversations', 'content-length: 2\r\ncontent-length: 3\r\n'),
    allowed: [400],
  },
  {
    name: 'a negative length',
    path: '',
    raw: line('POST /api/conversations', 'content-length: -1\r\n'),
    allowed: [400],
  },
  {
    name: 'a chunk size that overflows',
    path: '',
    raw: line(
      'POST /api/conversations',
      'transfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n',
    ),
    allowed: [400, 413],
  },
  {
    name: 'a header of 64 KB',
    path: '',
    raw: line('GET /api/auth/me', `x: ${'y'.repeat(65_536)}\r\n`),
    allowed: [431],
  },
  { name: 'a null in a header', path: '', raw: line('GET /api/auth/me', 'x: a\0b\r\n'), allowed: [400] },
  { name: 'a folded header', path: '', raw: line('GET /api/auth/me', 'x: a\r\n b\r\n'), allowed: [200, 400] },
  { name: 'HTTP/0.9', path: '', raw: () => 'GET /api/auth/me\r\n\r\n', allowed: [0, 400, 401, 421] },
  {
    name: 'a whole address as target',
    path: '',
    raw: line('GET http://evil.example/api/auth/me'),
    allowed: [200, 400, 404, 421],
  },
  { name: '//path', path: '', raw: line('GET //api/auth/me'), allowed: [400] },
  { name: '/%2e%2e/', method: 'GET', path: '/api/%2e%2e/api/auth/me', allowed: [404] },
  { name: ';jsessionid', method: 'GET', path: '/api/auth/me;jsessionid=1', allowed: [404] },
  { name: 'another case', method: 'GET', path: '/api/AUTH/me', allowed: [404] },
  { name: 'a percent that is none', method: 'GET', path: '/api/auth/%zz', allowed: [400, 404] },
  {
    name: 'a forged person',
    method: 'GET',
    path: '/api/auth/me',
    headers: {
      'x-user-id': crypto.randomUUID(),
      'x-internal-token': 'x',
      'x-forwarded-for': '10.0.0.1',
      'x-forwarded-host': 'evil.example',
    },
    allowed: [200],
    says: /ada@example\.com/,
  },
  { name: 'a forged host', method: 'GET', path: '/api/auth/me', headers: { host: 'evil.example' }, allowed: [421] },
  { name: 'a parameter given twice', method: 'GET', path: '/api/files/list?root=w&root=s', allowed: [400] },
  { name: 'a parameter as a list', method: 'GET', path: '/api/files/list?root[]=w', allowed: [400] },
  { name: 'an id that is none', method: 'GET', path: '/api/conversations/1%20or%201=1', allowed: [400, 404] },
];

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

const change = (name: string, path: string, json: unknown, allowed: readonly number[], says?: RegExp): Case => ({
  name,
  path: `/api/files/${path}`,
  json,
  allowed,
  ...(says && { says }),
});
const named = (name: string) => ({ ...at('Box', 'child'), name });
const moved = (from: string[], to: string[]) => ({ items: [at(...from)], target: at(...to) });
/** Requests for several entries answer 200 with an error for each entry. */
const each = /"error":"[^"]{5,}/;

export const changing: readonly Case[] = [
  change('move onto itself', 'move', moved(['Box'], ['Box']), [400], /Source and target are the same/),
  change(
    'move into its own child',
    'move',
    moved(['Box'], ['Box', 'child', 'deep']),
    [400],
    /Cannot move into a child directory/,
  ),
  change(
    'move into its own child through a link',
    'move',
    moved(['Box', 'child'], ['Box', 'to-child', 'deep']),
    [200, 400, 403, 409],
    /error|detail/,
  ),
  change('move to where it is', 'move', moved(['Box', 'a.md'], ['Box']), [400], /Source and target are the same/),
  change('move of the root', 'move', moved([], ['Box']), [200, 400, 403], /error|detail/),
  change('move of the Trash', 'move', moved(['Trash'], ['Box']), [200, 403], /stays where it is/),
  change('move into the Trash', 'move', moved(['Box', 'a.md'], ['Trash']), [403]),
  change('move into a file', 'move', moved(['Box', 'a.md'], ['Box', 'b.md']), [200, 404, 409], /error|detail/),
  change('move to nowhere', 'move', moved(['Box', 'a.md'], ['Gone']), [200, 404], /error|detail/),
  change('move of what is not there', 'move', moved(['Box', 'gone.md'], ['Kept']), [200, 404], /File not found/),
  change(
    'move onto a name that is taken',
    'move',
    { items: [at('Box', 'hard.md'), at('Box', 'gone.md')], target: at('Box', 'child') },
    [200],
    each,
  ),
  change('move of nothing', 'move', { items: [], target: at('Box') }, [400]),
  change('move with an unknown clash', 'move', { ...moved(['Box', 'a.md'], ['Kept']), clash: 'overwrite' }, [400]),
  change('rename onto a sibling', 'rename', named('b.md'), [409]),
  change('rename to blank', 'rename', named('\u00a0\u200b\u2060 '), [400], /A name is needed/),
  change('rename to .', 'rename', named('.'), [400]),
  change('rename to ..', 'rename', named('..'), [400]),
  change('rename to a path', 'rename', named('x/y'), [400]),
  change('rename with a null', 'rename', named('x\0'), [400]),
  change('rename to 300 letters', 'rename', named('x'.repeat(300)), [400]),
  change('rename of the root', 'rename', { root: 'w', path: [], name: 'x' }, [400, 403]),
  change('rename of the Trash', 'rename', { ...at('Trash'), name: 'Bin' }, [403]),
  change(
    'rename in another case only, and back',
    'rename',
    { ...at('Box', 'Case.md'), name: 'CASE' },
    [200],
    /CASE\.md/,
  ),
  change(
    'rename to the other normal form',
    'rename',
    { ...at('Box', 'e\u0301.md'), name: '\u00e9' },
    [200],
    /\u00e9\.md/,
  ),
  change(
    'rename does not double its ending',
    'rename',
    { ...at('Box', 'CASE.md'), name: 'Case.MD' },
    [200],
    /"Case\.MD"/,
  ),
  change('rename to -rf', 'rename', { ...at('Box', 'Case.MD'), name: '-rf' }, [200], /-rf\.MD/),
  change('rename to a line break', 'rename', { ...at('Box', '-rf.MD'), name: 'two\nlines' }, [200], /two\\nlines/),
  change('create with ..', 'create', { ...at('..', 'x'), type: 'file' }, [400]),
  change('create a name that is taken', 'create', { ...at('Box', 'a.md'), type: 'note' }, [409]),
  change('create below a file', 'create', { ...at('Box', 'a.md', 'x'), type: 'file' }, [400, 404, 409]),
  change('create below nothing', 'create', { ...at('Gone', 'x'), type: 'file' }, [404]),
  change('create in the Trash', 'create', { ...at('Trash', 'x'), type: 'file' }, [403]),
  change('create the Trash', 'create', { ...at('Trash'), type: 'file' }, [403, 409]),
  change('create the root', 'create', { ...at(), type: 'folder' }, [400]),
  change('create an unknown type', 'create', { ...at('Box', 'x'), type: 'device' }, [400]),
  change(
    'create through a link that leads out',
    'create',
    { ...at('Box', 'to-root', 'tmp', 'x'), type: 'file' },
    [400, 403, 404, 409],
  ),
  change('create a name for the inside', 'create', { ...at('Box', '.zo-tmp-x'), type: 'file' }, [400, 403]),
  change('write over a folder', 'write', { ...at('Box', 'child'), content: 'x', base: { any: true } }, [400, 409]),
  change('write over a pipe', 'write', { ...at('Box', 'pipe'), content: 'x', base: { any: true } }, [400, 403, 409]),
  change('write in the Trash', 'write', { ...at('Trash', 'x.md'), content: '', base: { any: true } }, [403]),
  change('write without a base', 'write', { ...at('Box', 'a.md'), content: 'x' }, [400]),
  change(
    'write with two bases',
    'write',
    { ...at('Box', 'a.md'), content: 'x', base: { any: true, absent: true } },
    [400],
  ),
  change(
    'write with a stale base',
    'write',
    { ...at('Box', 'a.md'), content: 'x', base: { hash: '0'.repeat(64) } },
    [409],
    /"current"/,
  ),
  change(
    'write half a letter',
    'write',
    { ...at('Box', 'new.md'), content: '\ud83d', base: { absent: true } },
    [200, 400],
  ),
  change('trash of the Trash', 'trash', { items: [at('Trash')] }, [200, 403], /stays where it is/),
  change('trash of the root', 'trash', { items: [at()] }, [200, 400, 403], /error|detail/),
  change('trash of what is in it', 'trash', { items: [at('Trash', 'x')] }, [200, 403], /In the trash/),
  change('trash of what is not there', 'trash', { items: [at('gone')] }, [200, 404], /File not found/),
  change('restore of what is not there', 'restore', { names: ['gone.md'] }, [200], each),
  change('restore of a path', 'restore', { names: ['../Box/a.md'] }, [400]),
  change('restore of nothing', 'restore', { names: [] }, [400]),
  change(
    'delete outside the Trash',
    'delete',
    { items: [at('Kept', 'precious.md')] },
    [200, 403],
    /Only what is in the trash/,
  ),
  change('delete of the Trash itself', 'delete', { items: [at('Trash')] }, [200, 403], /error|detail/),
  change('delete past the Trash', 'delete', { items: [at('Trash', '..', 'Kept')] }, [400]),
  change('copy into its own child', 'copy', moved(['Box'], ['Box', 'child']), [400]),
  change('copy of a pipe', 'copy', moved(['Box', 'pipe'], ['Box', 'child']), [200, 400, 403], /error|detail/),
  change('ten thousand and one things', 'trash', { items: Array.from({ length: 10_001 }, () => at('x')) }, [400]),
];

const init = (name: string, more: Record<string, unknown>, allowed: readonly number[] = [400]): Case => ({
  name: `init with ${name}`,
  path: '/api/file-uploads/init',
  json: { pathParts: ['Box'], fileName: 'up.bin', totalBytes: 5, ...more },
  allowed,
});
const part = (
  name: string,
  change: Record<string, string>,
  body = 'hello',
  allowed: readonly number[] = [400, 404],
): Case => ({
  name: `chunk with ${name}`,
  method: 'PUT',
  path: '/api/file-uploads/chunk',
  body,
  type: 'application/octet-stream',
  allowed,
  headers: {
    'upload-id': crypto.randomUUID(),
    'chunk-index': '0',
    'chunk-size': String(body.length),
    'chunk-offset': '0',
    'total-bytes': '5',
    ...change,
  },
});
const form = (name: string, parts: string, allowed: readonly number[] = [400], boundary = 'b'): Case => ({
  name: `form with ${name}`,
  path: '/api/file-uploads/single',
  body: parts,
  type: `multipart/form-data${boundary ? `; boundary=${boundary}` : ''}`,
  allowed,
});
const field = (name: string, text: string, more = '') =>
  `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${text}\r\n`;
const file = (name: string, text = 'x') => field('file', text, `; filename="${name}"`);
const END = '--b--\r\n';

export const uploading: readonly Case[] = [
  ...[-1, 2 ** 53, 1.5, '6e9', '5', null, [], {}].map((totalBytes) =>
    init(`totalBytes ${JSON.stringify(totalBytes)}`, { totalBytes }),
  ),
  init('totalBytes 0', { totalBytes: 0 }, [201]),
  init('a terabyte', { totalBytes: 2 ** 43 }, [507, 413]),
  ...['../x', 'a/b', '..', '.', '', 'x\0', 'n'.repeat(300), 7, null, ['x']].map((fileName) =>
    init(`fileName ${JSON.stringify(fileName).slice(0, 20)}`, { fileName }),
  ),
  init('.env', { fileName: '.env' }, [201]),
  init('CON', { fileName: 'CON' }, [201]),
  ...['w', [['a']], ['w', '..', 's'], [''], [1], null, { 0: 'a' }, Array(600).fill('a')].map((pathParts) =>
    init(`pathParts ${JSON.stringify(pathParts).slice(0, 20)}`, { pathParts }),
  ),
  init('the Trash', { pathParts: ['Trash'] }, [403]),
  init('an unknown root', { root: 'x' }),
  init('an unknown field', { overwrite: true }),
  part('a guessed id', {}, 'hello', [404]),
  part('an id that is none', { 'upload-id': '../x' }),
  part('index -1', { 'chunk-index': '-1' }),
  part('index 1.5', { 'chunk-index': '1.5' }),
  part('index 10^9', { 'chunk-index': '1000000000' }),
  part('index none', { 'chunk-index': '' }),
  part('total 2^53', { 'total-bytes': '9007199254740993' }),
  part('total 6e9', { 'total-bytes': '6e9' }),
  part('no bytes', { 'chunk-size': '0' }, ''),
  part('another size', { 'chunk-size': '4' }),
  {
    name: 'complete of a guessed id',
    path: '/api/file-uploads/complete',
    json: { uploadId: crypto.randomUUID(), fileName: 'x', totalBytes: 1, pathParts: [], chunkSizeBytes: 8_388_608 },
    allowed: [404],
  },
  { name: 'complete without an id', path: '/api/file-uploads/complete', json: {}, allowed: [400] },
  {
    name: 'abort of a guessed id',
    path: '/api/file-uploads/abort',
    json: { uploadId: crypto.randomUUID() },
    allowed: [204],
  },
  { name: 'abort of no id', path: '/api/file-uploads/abort', json: { uploadId: 'new' }, allowed: [400] },
  form('ten thousand fields', Array.from({ length: 10_000 }, (_, n) => field(`f${n}`, 'x')).join('') + END),
  form('a deeply nested name', field(`a${'[b]'.repeat(1_000)}`, 'x') + file('x') + END),
  form('an empty field name', field('', 'x') + file('x') + END),
  form('no field name', `--b\r\ncontent-disposition: form-data\r\n\r\nx\r\n${END}`),
  form('no boundary', field('pathParts', '[]') + END, [400], ''),
  form('another boundary', field('pathParts', '[]') + END, [400], 'other'),
  form('no end', field('pathParts', '[]') + file('x').trimEnd()),
  form('nothing', ''),
  form('no file', field('pathParts', '[]') + END),
  form('two files', field('pathParts', '[]') + file('a') + file('b') + END),
  form('a name that climbs', field('pathParts', '[]') + file('../x') + END),
  form('a name with a slash', field('pathParts', '[]') + file('a/b') + END),
  form('no name', field('pathParts', '[]') + file('') + END),
  form('300 letters', field('pathParts', '[]') + file('n'.repeat(300)) + END),
  form('broken pathParts', field('pathParts', '[') + file('x') + END),
  form('pathParts that climb', field('pathParts', '["..","s"]') + file('x') + END),
  form('more than six megabytes', `${field('pathParts', '[]')}${file('big.bin', 'x'.repeat(6_291_457))}${END}`, [413]),
  { name: 'a form that is JSON', path: '/api/file-uploads/single', json: {}, allowed: [400, 415] },
];

const say = (name: string, json: unknown, allowed: readonly number[] = [400], id = 'new'): Case => ({
  name: `message ${name}`,
  path: `/api/conversations/${id}/messages`,
  json,
  allowed,
});
const attachment = {
  id: 'a',
  kind: 'text',
  title: 't',
  content: 'c\nd',
  lineCount: 2,
  charCount: 3,
  createdAt: new Date(0).toISOString(),
};

export const talking: readonly Case[] = [
  ...[crypto.randomUUID(), 'null', '..%2Fx', 'undefined', '0', '__proto__'].map((id) => ({
    name: `conversation ${id.slice(0, 9)}`,
    method: 'GET',
    path: `/api/conversations/${id}`,
    allowed: [400, 404],
  })),
  { name: 'a conversation named new', method: 'GET', path: '/api/conversations/new', allowed: [400, 404] },
  say('to nobody', { text: 'x' }, [400, 404], crypto.randomUUID()),
  say('without text', {}),
  say('with blank text', { text: '  ' }),
  say('with a list as text', { text: ['x'] }),
  say('with a null', { text: 'a\0b' }, [202, 400]),
  say('of two million letters', { text: 'x'.repeat(2_000_000) }, [400, 413]),
  say('with an unknown model', { text: 'x', model: 'gpt-none' }),
  say('with a foreign parent', { text: 'x', parent_id: crypto.randomUUID() }),
  say('with an unknown verbosity', { text: 'x', settings: { verbosity: 'loud' } }),
  say('with an unknown level', { text: 'x', settings: { reasoning: { kind: 'level', level: 'most' } } }),
  say('with a budget of -1', { text: 'x', settings: { reasoning: { kind: 'budget_tokens', tokens: -1 } } }),
  say('with a budget of 10^9', { text: 'x', settings: { reasoning: { kind: 'budget_tokens', tokens: 1e9 } } }),
  say('with both kinds of reasoning', {
    text: 'x',
    settings: { reasoning: { kind: 'level', level: 'low', tokens: 5 } },
  }),
  say('with four attachments', { text: 'x', attachments: [attachment, attachment, attachment, attachment] }),
  say(
    'with an attachment that is too large',
    { text: 'x', attachments: [{ ...attachment, content: 'x'.repeat(3_000_000) }] },
    [400, 413],
  ),
  say('with a file outside', { text: 'x', files: [{ id: 'f', path: 'w/../../etc/passwd' }] }),
  say('with a field nobody knows', { text: 'x', role: 'system' }),
  {
    name: 'by-file of a path that climbs',
    method: 'GET',
    path: '/api/conversations/by-file?file_path=w/../../x',
    allowed: [200, 400],
  },
  { name: 'by-file without a path', method: 'GET', path: '/api/conversations/by-file', allowed: [400] },
  { name: 'a list with a broken cursor', method: 'GET', path: '/api/conversations?cursor=%27%22%00', allowed: [400] },
  { name: 'a limit of -1', method: 'GET', path: '/api/files/search?q=x&limit=-1', allowed: [400] },
  {
    name: 'a title of 10,000 letters',
    path: '/api/conversations',
    json: { title: 'x'.repeat(10_000) },
    allowed: [400],
  },
  { name: 'stop of a foreign run', path: `/api/runs/${crypto.randomUUID()}/stop`, json: {}, allowed: [404] },
  {
    name: 'approval of nothing',
    path: `/api/runs/${crypto.randomUUID()}/approvals/x`,
    json: { decision: 'approve' },
    allowed: [400, 404],
  },
  {
    name: 'events from -1',
    method: 'GET',
    path: `/api/runs/${crypto.randomUUID()}/events?from=-1`,
    allowed: [400, 404],
  },
  {
    name: 'events from 2^60',
    method: 'GET',
    path: `/api/runs/${crypto.randomUUID()}/events?from=1152921504606846976`,
    allowed: [400, 404],
  },
  ...[
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'gopher://x',
    'http://user:pass@example.com',
    'not an address',
  ].map((base_url) => ({
    name: `a provider at ${base_url.slice(0, 12)}`,
    path: '/api/models/providers',
    json: { kind: 'openai-compatible', base_url, models: ['x'] },
    allowed: [400],
  })),
  { name: 'a provider of no kind', path: '/api/models/providers', json: { kind: 'evil' }, allowed: [400] },
  {
    name: 'a key with a line break',
    path: '/api/models/providers',
    json: { kind: 'openai', api_key: 'sk\r\nx: y', models: ['x'] },
    allowed: [400],
  },
  {
    name: 'onboarding of __proto__',
    path: '/api/onboarding',
    json: { field: '__proto__', op: 'set', value: true },
    allowed: [400],
  },
  {
    name: 'onboarding by 1e308',
    path: '/api/onboarding',
    json: { field: 'has_created_note', op: 'incr', by: 1e308 },
    allowed: [400],
  },
  {
    name: 'onboarding by text',
    path: '/api/onboarding',
    json: { field: 'has_created_note', op: 'incr', by: '1' },
    allowed: [400],
  },
  {
    name: 'a theme with an address',
    path: '/api/settings/theme',
    json: { mode: 'light', preset: 'url(http://evil.example)</style>', custom: { light: { hue: 'url(x)' } } },
    allowed: [400],
  },
  {
    name: 'a theme of a megabyte',
    path: '/api/settings/theme',
    json: { mode: 'light', preset: 'x'.repeat(1_000_000) },
    allowed: [400, 413],
  },
];
