import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, childrenOf, until } from './agent.js';
import { zipOf } from './archive-files.js';
import { finding, paths } from './finding.js';

let agent: Agent;
const { at, put, find, finds, whole } = finding(() => agent);

beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

/** A PDF with one line on each page. */
function pdfOf(lines: readonly string[], kids = lines.map((_line, n) => `${4 + 2 * n} 0 R`)): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${lines.length} /Kids [${kids.join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...lines.flatMap((line, n) => {
      const content = `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * n} 0 R /Resources << /Font << /F1 ` +
          '3 0 R >> >> >>',
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, n) => {
    const offset = text.length;
    text += `${n + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${text}${table}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF`,
  );
}

const xml = (name: string, content: string) => zipOf([{ name, content: `<?xml version="1.0"?>${content}` }]);
const word = (...paragraphs: string[]) =>
  xml(
    'word/document.xml',
    `<w:document>${paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')}</w:document>`,
  );
/** What the index has of a file: 0 no text, 1 text, 2 a document that waits. */
function indexedOf(name: string): number | undefined {
  const db = new DatabaseSync(join(agent.home, '.computer/index/text.db'), { readOnly: true });
  try {
    const row = db.prepare('SELECT indexed FROM file WHERE path = ?').get(`workspace/${name}`);
    return row?.['indexed'] as number | undefined;
  } finally {
    db.close();
  }
}

const DOCUMENTS: [string, () => Buffer, { line: number; text: string }][] = [
  ['lease.pdf', () => pdfOf(['Lease of the harbour', 'The axolotl clause']), { line: 2, text: 'The axolotl clause' }],
  ['minutes.docx', () => word('Minutes', 'An axolotl was seen'), { line: 2, text: 'An axolotl was seen' }],
  [
    'costs.xlsx',
    () => xml('xl/sharedStrings.xml', '<sst><si><t>Food</t></si><si><r><t>axo</t></r><r><t>lotl</t></r></si></sst>'),
    { line: 2, text: 'axolotl' },
  ],
  [
    // Formulas have their text so, and some programs write all text so.
    'totals.xlsx',
    () =>
      xml(
        'xl/worksheets/sheet1.xml',
        '<row><c t="str"><v>An axolotl</v></c><c><v>12</v></c><c t="s"><v>0</v></c></row>',
      ),
    { line: 1, text: 'An axolotl' },
  ],
  [
    'talk.pptx',
    () => xml('ppt/slides/slide1.xml', '<p:sld><a:p><a:t>Axolotl care</a:t></a:p></p:sld>'),
    { line: 1, text: 'Axolotl care' },
  ],
  [
    'letter.odt',
    () =>
      xml(
        'content.xml',
        '<o:body><text:h>Dear</text:h><text:p>my <text:span>axolotl</text:span> &amp; me</text:p></o:body>',
      ),
    { line: 2, text: 'my axolotl & me' },
  ],
];

describe('the text of documents', () => {
  it.each(DOCUMENTS)('of %s is found, with the line or page that has it', async (name, make, line) => {
    put(make(), name);
    const { files } = await finds('axolotl', (found) => paths(found).includes(name));
    expect(files.find(({ path }) => path!.segments[0] === name)).toMatchObject({ lines: [line] });
  });

  it('FT-14 is found by parts of words, at its place, as the text of other files is', async () => {
    put(pdfOf(['Cover', 'The Donaudampfschiff arrives']), 'river.pdf');
    put(word('Of dampfschiffe', 'and more'), 'ships.docx');
    await finds('donaudampfschiff', (found) => paths(found).includes('river.pdf') && !found.incomplete);
    const { files } = await finds('AMPFSCH', (found) => found.total === 2);
    const found = files.find(({ path }) => path!.segments[0] === 'river.pdf')!;
    expect(found.lines).toMatchObject([
      { line: 2, text: 'The Donaudampfschiff arrives', marks: [{ start: 10, end: 17 }] },
    ]);
    expect(paths(await find('ampfsch', { extensions: ['docx'] }))).toEqual(['ships.docx']);
    expect(paths(await find('ampfsch -more'))).toEqual([]);
    fs.rmSync(at('ships.docx'));
    await finds('ampfsch', ({ total }) => total === 1);
  });

  it('follows changes, also while the agent does not run', async () => {
    put(word('okapi'), 'changing.docx');
    await finds('okapi', (found) => found.total === 1 && !found.incomplete);
    await agent.kill();
    put(word('capybara'), 'changing.docx');
    agent = await Agent.start({ home: agent.home });
    await finds('capybara', (found) => paths(found).includes('changing.docx') && !found.incomplete);
    expect((await find('okapi')).files).toEqual([]);
    fs.rmSync(at('changing.docx'));
    await finds('capybara', (found) => found.total === 0);
  });

  it('is extracted after a restart, if the indexer was killed before', async () => {
    const names = Array.from({ length: 20 }, (_none, n) => `waiting ${n}.docx`);
    for (const name of names) put(word('quokka'), name);
    await until(
      () => names.some((name) => indexedOf(name) === 2),
      (isWaiting) => isWaiting,
    );
    await agent.kill();
    agent = await Agent.start({ home: agent.home });
    await finds('quokka', ({ total, incomplete }) => total === names.length && !incomplete);
  });

  it('is extracted later, when something else ended the extraction', async () => {
    put(word('tamarin'), 'killed.docx');
    const extractors = () =>
      childrenOf(agent.child.pid!, 'indexer.mjs').flatMap((indexer) => childrenOf(indexer, 'extract.mjs'));
    const [pid] = await until(extractors, (found) => found.length > 0);
    process.kill(pid!, 'SIGKILL');
    await finds('tamarin', ({ total, incomplete }) => total === 1 && !incomplete);
  });

  it('of a real program is found', async () => {
    fs.mkdirSync(at('packed/word'), { recursive: true });
    fs.writeFileSync(at('packed/word/document.xml'), '<w:document><w:p><w:t>numbat</w:t></w:p></w:document>');
    execFileSync('zip', ['--quiet', '-r', '../numbat.docx', '.'], { cwd: at('packed') });
    fs.rmSync(at('packed'), { recursive: true });
    await finds('numbat', (found) => found.files.some(({ lines }) => lines[0]?.text === 'numbat'));
  });
});

const HOSTILE: [string, string, () => Buffer][] = [
  ['damaged', 'a.pdf', () => pdfOf(['wombat']).subarray(0, 200)],
  ['other content', 'b.pdf', () => Buffer.from('<script>wombat</script>')],
  ['pages in a circle', 'c.pdf', () => pdfOf(['wombat'], ['2 0 R', '2 0 R'])],
  ['other content', 'd.docx', () => Buffer.from('wombat')],
  ['XML that does not end', 'e.docx', () => xml('word/document.xml', '<w:document><w:p><w:t>wombat')],
  [
    'entities that grow',
    'f.docx',
    () => {
      const entities = Array.from({ length: 20 }, (_none, n) => `<!ENTITY x${n} "&x${n - 1};&x${n - 1};">`).join('');
      return xml('word/document.xml', `<!DOCTYPE a [<!ENTITY x "wombat">${entities}]><w:t>&x19;</w:t>`);
    },
  ],
  [
    'an entity of another file',
    'g.docx',
    () => xml('word/document.xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><w:t>&x;</w:t>'),
  ],
  ['a depth without end', 'h.docx', () => xml('word/document.xml', '<a>'.repeat(2_000_000))],
  [
    'an entry that is larger than it says',
    'i.docx',
    () =>
      zipOf([
        { name: 'word/document.xml', content: deflateRawSync(Buffer.alloc(90_000_000, 'x')), method: 8, size: 10 },
      ]),
  ],
];

describe('documents with', () => {
  it.each(HOSTILE)('%s (%s) have no text, and are not tried again until they change', async (_what, name, make) => {
    put(make(), name);
    await until(
      () => indexedOf(name),
      (indexed) => indexed === 0,
    );
    await whole();
    expect((await find('wombat')).files).toEqual([]);
    expect(indexedOf(name)).toBe(0);
  });

  it('much text are bounded, and the rest is still found', async () => {
    const bomb = Buffer.from(`<w:document>${'<w:p><w:t>bilby</w:t></w:p>'.repeat(1_500_000)}</w:document>`);
    put(
      zipOf([{ name: 'word/document.xml', content: deflateRawSync(bomb), method: 8, size: bomb.length }]),
      'bomb.docx',
    );
    put(word('bilby beside'), 'beside.docx');
    const { files } = await finds('bilby', (found) => found.total === 2 && !found.incomplete);
    expect(files).toHaveLength(2);
    expect(fs.statSync(join(agent.home, '.computer/index/text.db')).size).toBeLessThan(16 * 1024 * 1024);
  });
});
