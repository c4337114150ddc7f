/** Bad inputs of uploads. */
import type { Case } from './case.js';

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
