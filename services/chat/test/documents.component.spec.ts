import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolPart } from '../src/shapes/parts.js';
import { type Harness, startHarness } from './harness.js';
import { pdf } from './pdf.js';

let at: Harness;
beforeAll(async () => {
  at = await startHarness({ computer: true });
  const folder = at.workspace();
  writeFileSync(join(folder, 'book.pdf'), pdf(['Page the first', 'Page the second', 'Page the third']));
  execFileSync('python3', ['-c', EPUB, join(folder, 'book.epub')]);
  writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.4 and nothing more');
  writeFileSync(join(folder, 'broken.epub'), 'no zip at all');
  writeFileSync(join(folder, '$(touch ran).pdf'), pdf(['Quoted']));
  writeFileSync(join(folder, 'binary'), Buffer.from([0, 1, 2, 255, 254]));
  writeFileSync(join(folder, 'notes.txt'), 'one\ntwo\nthree\n');
  mkdirSync(join(folder, 'folder'));
  execFileSync('mkfifo', [join(folder, 'pipe')]);
  execFileSync('python3', [
    '-c',
    'import socket,sys,os; os.chdir(sys.argv[1]); socket.socket(socket.AF_UNIX).bind("sock")',
    folder,
  ]);
  symlinkSync('/dev/zero', join(folder, 'zero'));
  symlinkSync('/etc/passwd', join(folder, 'passwd'));
});
afterAll(() => at.stop());

const EPUB = `
import sys, zipfile
book = zipfile.ZipFile(sys.argv[1], 'w')
book.writestr('mimetype', 'application/epub+zip')
book.writestr('META-INF/container.xml', '''<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
  <rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>''')
book.writestr('OPS/book.opf', '''<package xmlns="http://www.idpf.org/2007/opf">
  <manifest><item id="two" href="two.xhtml"/><item id="one" href="one.xhtml"/></manifest>
  <spine><itemref idref="one"/><itemref idref="two"/></spine></package>''')
book.writestr('OPS/one.xhtml', '<html><head><title>not shown</title></head><body><h1>Chapter one</h1>'
  '<p>It was &amp; is.</p><script>evil()</script></body></html>')
book.writestr('OPS/two.xhtml', '<html><body><p>Chapter two</p></body></html>')
book.close()
`;

/** Returns the result of a tool when a model calls it. */
async function call(tool: string, args: unknown): Promise<ToolPart> {
  at.provider.script(
    (answer) => (answer.call('c', tool, args), answer.end('tool_calls')),
    (answer) => (answer.text('done'), answer.end()),
  );
  const { parts, end } = await at.me.ask('go');
  expect(end.status).toBe('complete');
  return parts.find((part): part is ToolPart => part.type === 'tool')!;
}
const read = async (target_file: string, more: object = {}) => {
  const { state, result } = await call('read_file', { target_file, ...more });
  return { state, said: JSON.stringify(result) };
};

describe('read_file', () => {
  it('AG-01 reads a PDF by pages', async () => {
    expect(await read('book.pdf')).toEqual({
      state: 'done',
      said: expect.stringMatching(/\(pages 1–3 of 3\).*Page the first.*Page the second.*Page the third/),
    });
    const { said } = await read('book.pdf', { page_range: { start: 2, end: 2 } });
    expect(said).toMatch(/\(pages 2–2 of 3\).*Page the second/);
    expect(said).not.toContain('the first');
  });

  it('AG-01 reads an EPUB by chapters in spine order, without markup and scripts', async () => {
    const { state, said } = await read('book.epub');
    expect([state, said]).toEqual([
      'done',
      expect.stringMatching(/\(pages 1–2 of 2\).*Chapter one.*It was & is\..*Chapter two/),
    ]);
    expect(said).not.toMatch(/evil|not shown|</);
    expect((await read('book.epub', { page_range: { start: 2 } })).said).toMatch(/\(pages 2–2 of 2\).*Chapter two/);
  });

  it('AG-01 a file name is never executed, and unreadable files are reported', async () => {
    expect((await read('$(touch ran).pdf')).said).toContain('Quoted');
    for (const name of ['broken.pdf', 'broken.epub', 'gone.pdf', 'gone.epub'])
      expect([name, await read(name)]).toEqual([
        name,
        { state: 'error', said: expect.stringContaining('could not be read') },
      ]);
    expect(JSON.stringify((await call('run_bash_command', { cmd: 'ls' })).result)).not.toContain('ran\\n');
  });

  it.each([
    ['a pipe', 'pipe'],
    ['a socket', 'sock'],
    ['a device', 'zero'],
    ['a file outside', 'passwd'],
    ['a folder', 'folder'],
    ['an absolute path', '/etc/passwd'],
    ['a path that climbs', '../../etc/passwd'],
    ['bytes that are no text', 'binary'],
    ['a null', 'a\0b'],
    ['nothing', ''],
    ['four thousand letters', 'x'.repeat(4_097)],
  ])('S1 AG-01 %s is not opened, and the reason is reported', async (_what, name) => {
    const { state, said } = await read(name);
    expect([state, said.length > 20, /root:x?:0/.test(said)]).toEqual(['error', true, false]);
  });
});

describe('invalid inputs of tools', () => {
  it.each<[string, string, unknown]>([
    ['lines from 0', 'read_file', { target_file: 'notes.txt', line_range: { start: 0 } }],
    ['an end before the start', 'read_file', { target_file: 'notes.txt', line_range: { start: 3, end: 1 } }],
    ['lines beyond the end', 'read_file', { target_file: 'notes.txt', line_range: { start: 99 } }],
    ['pages beyond the end', 'read_file', { target_file: 'broken.pdf', page_range: { start: 10_000 } }],
    ['an unknown argument', 'read_file', { target_file: 'notes.txt', shell: true }],
    ['a number as a path', 'read_file', { target_file: 7 }],
    ['no arguments', 'read_file', {}],
    ['an unknown tool', 'format_disk', {}],
    ['a write outside', 'create_or_rewrite_file', { target_file: '/etc/cron.d/x', content: 'x' }],
    ['a write over a folder', 'create_or_rewrite_file', { target_file: 'folder', content: 'x' }],
    ['a write into a pipe', 'create_or_rewrite_file', { target_file: 'pipe', content: 'x' }],
    ['a search outside', 'grep_search', { query: 'root', location: '/etc' }],
    ['a search in /proc', 'grep_search', { query: 'x', location: '/proc' }],
    ['a search with a broken pattern', 'grep_search', { query: '(' }],
  ])('AG-01 %s returns an error to the model and has no effect', async (_what, tool, args) => {
    const { state, result } = await call(tool, args);
    expect(JSON.stringify(result)).not.toMatch(/root:x?:0|ZO_AGENT_SECRET/);
    expect(['error', 'done']).toContain(state);
    if (tool !== 'grep_search') expect(state).toBe('error');
  });

  it.each([
    ['output without end', 'yes | head -c 20000000', /truncated|cut|left out|…|more/i],
    ['bytes as output', 'head -c 2000 /dev/urandom', /./],
    ['codes of a terminal', `printf '\\033]52;c;ZXZpbA==\\007\\033]8;;http://x\\033\\\\x\\033[31mred'`, /red/],
    ['a child left behind', 'sleep 300 & echo left', /left/],
    ['the root of the disk', 'cd / && pwd', /\//],
  ])('AG-01 a command with %s ends and its output is bounded', async (_what, cmd, says) => {
    const { state, result } = await call('run_bash_command', { cmd });
    const said = JSON.stringify(result);
    expect([state, said.length < 500_000, says.test(said), said.includes('\u001b]52')]).toEqual([
      'done',
      true,
      true,
      false,
    ]);
  });
});
