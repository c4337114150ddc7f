import fs from 'node:fs';
import { join } from 'node:path';
import { type CellObject, utils, write } from '@e965/xlsx';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectError } from '@connectrpc/connect';
import { AgentErrorSchema, ConvertTarget, ErrorReason } from '@zo/proto/agent/v1';
import yazl from 'yazl';
import { buffer } from 'node:stream/consumers';
import { Agent, w } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const put = (name: string, content: string | Buffer) => fs.writeFileSync(join(agent.workspace, name), content);
const textOf = (name: string) => fs.readFileSync(join(agent.workspace, name), 'utf8');
const convert = async (name: string, target: ConvertTarget) => {
  const { to, leftOut } = await agent.conversions.convert({ path: w(name), target });
  return { name: to!.segments.join('/'), leftOut };
};
const toSheet = (name: string) => convert(name, ConvertTarget.SHEET);
const toMarkdown = (name: string) => convert(name, ConvertTarget.MARKDOWN);
const problemOf = async (work: Promise<unknown>) => {
  const error = ConnectError.from(await work.catch((reason: unknown) => reason));
  return [ErrorReason[error.findDetails(AgentErrorSchema)[0]?.reason ?? 0], error.rawMessage];
};
interface File {
  worksheets: { worksheetName: string; data: unknown[][]; columns?: unknown[]; cells?: Record<string, unknown> }[];
}
const sheetsOf = (name: string) => (JSON.parse(textOf(name)) as File).worksheets;

async function zip(files: Record<string, string | Buffer>): Promise<Buffer> {
  const archive = new yazl.ZipFile();
  for (const [name, content] of Object.entries(files)) archive.addBuffer(Buffer.from(content as string), name);
  archive.end();
  return buffer(archive.outputStream);
}
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const wordFile = (body: string) =>
  zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
      <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
      <Override PartName="/word/document.xml"
        ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${OFFICE}/officeDocument"
      Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>
      ${body}</w:body></w:document>`,
  });
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

describe('FT-15 conversion to a sheet', () => {
  it('keeps what is text in CSV, and takes numbers only where they print back the same', async () => {
    put(
      'trip.csv',
      '\ufeffplace,nights,code,phone,note\r\nKyoto,3,007,+49 30 1,"a, ' +
        '""b""\nc"\r\nOsaka,2.50,1e5,12345678901234567890,=1+1\r\n',
    );
    expect(await toSheet('trip.csv')).toEqual({ name: 'trip.sheet.json', leftOut: 0 });
    expect(sheetsOf('trip.sheet.json')).toMatchObject([
      {
        worksheetName: 'Sheet1',
        data: [
          ['place', 'nights', 'code', 'phone', 'note'],
          ['Kyoto', 3, '007', '+49 30 1', 'a, "b"\nc'],
          ['Osaka', '2.50', '1e5', '12345678901234567890', "'=1+1"],
        ],
      },
    ]);
    expect(textOf('trip.csv')).toContain('Kyoto');
    // Neither an earlier conversion nor anything else of that name is replaced.
    expect(await toSheet('trip.csv')).toEqual({ name: 'trip (2).sheet.json', leftOut: 0 });
  });

  it('reads CSV and TSV as their tables are shown: separators, encodings and quotes', async () => {
    const cellsOf = async (name: string, content: string | Buffer) => {
      put(name, content);
      return sheetsOf((await toSheet(name)).name)[0]!.data;
    };
    expect(await cellsOf('german.csv', 'x;y;z\n1,5;2,5;3,5\n')).toEqual([
      ['x', 'y', 'z'],
      ['1,5', '2,5', '3,5'],
    ]);
    expect(await cellsOf('prose.tsv', 'id\ttext\n\n1\tHello, you, and you, too')).toEqual([
      ['id', 'text'],
      [],
      [1, 'Hello, you, and you, too'],
    ]);
    expect(await cellsOf('mails.csv', 'type,name\ntext/html; charset=iso-8859-1,Müller\n')).toEqual([
      ['type', 'name'],
      ['text/html; charset=iso-8859-1', 'Müller'],
    ]);
    expect(await cellsOf('windows.csv', Buffer.from('name\nMüller', 'latin1'))).toEqual([['name'], ['Müller']]);
    const late = Buffer.from(`${'ascii\n'.repeat(60_000)}Müller\n`, 'latin1');
    expect((await cellsOf('late.csv', late)).at(-1)).toEqual(['Müller']);
    expect(await cellsOf('utf16.csv', Buffer.from('\ufeffa;b\r\nß;1\r\n', 'utf16le'))).toEqual([
      ['a', 'b'],
      ['ß', 1],
    ]);
    expect(await cellsOf('open.csv', 'ID,b\r"never,1\rx,2')).toEqual([
      ['ID', 'b'],
      ['"never', 1],
      ['x', 2],
    ]);
  });

  it('keeps sheets, formulas, dates, formats and widths of a workbook', async () => {
    const budget = utils.aoa_to_sheet([
      ['Item', 'Price', 'Day'],
      ['Ryokan', 61_000.5, new Date(Date.UTC(2026, 4, 3))],
      ['Rail', 11_480, null, true],
    ]);
    (budget['B2'] as CellObject).z = '#,##0.00';
    budget['B4'] = { t: 'n', v: 72_480.5, f: 'SUM(B2:B3)' };
    budget['!ref'] = 'A1:D4';
    budget['!cols'] = [{ wpx: 180 }];
    const book = { SheetNames: ['Budget', 'Other'], Sheets: { Budget: budget, Other: utils.aoa_to_sheet([['007']]) } };
    put('budget.xlsx', write(book, { type: 'buffer', bookType: 'xlsx', cellDates: true }) as Buffer);
    expect(await toSheet('budget.xlsx')).toEqual({ name: 'budget.sheet.json', leftOut: 0 });
    const [first, second] = sheetsOf('budget.sheet.json');
    expect(first).toMatchObject({
      worksheetName: 'Budget',
      data: [
        ['Item', 'Price', 'Day'],
        ['Ryokan', 61_000.5, '2026-05-03'],
        ['Rail', 11_480, '', true],
        ['', '=SUM(B2:B3)'],
      ],
      cells: { B2: { mask: '#,##0.00' } },
    });
    expect(first!.columns![0]).toEqual({ width: expect.any(Number) });
    expect(second).toMatchObject({ worksheetName: 'Other', data: [["'007"]] });
  });

  it('keeps styles, merged cells, heights and frozen rows of a workbook', async () => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const kinds = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
    const part = (name: string, kind: string) =>
      `<Override PartName="/xl/${name}" ContentType="${kinds}.${kind}+xml"/>`;
    put(
      'styled.xlsx',
      await zip({
        '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
          <Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
          <Default Extension="xml" ContentType="application/xml"/>${part('workbook.xml', 'sheet.main')}
          ${part('styles.xml', 'styles')}${part('worksheets/sheet1.xml', 'worksheet')}</Types>`,
        '_rels/.rels': `<Relationships xmlns="${RELATIONS}">
          <Relationship Id="r1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
        'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${OFFICE}"><sheets>
          <sheet name="Plan" sheetId="1" r:id="s1"/></sheets></workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${RELATIONS}">
          <Relationship Id="s1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/>
          <Relationship Id="s2" Type="${OFFICE}/styles" Target="styles.xml"/>
          <Relationship Id="s3" Type="${OFFICE}/theme" Target="theme/theme1.xml"/></Relationships>`,
        'xl/theme/theme1.xml': `<a:theme xmlns:a="x"><a:clrScheme><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1>
          <a:accent1><a:srgbClr val="4472C4"/></a:accent1></a:clrScheme></a:theme>`,
        'xl/styles.xml': `<styleSheet xmlns="${main}">
          <fonts count="2"><font><sz val="11"/><color theme="1"/></font><font><b/><i val="0"/><u/><color rgb="FFB42318"/></font></fonts>
          <fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>
          <fill><patternFill patternType="solid"><fgColor theme="4" tint="0.5"/></patternFill></fill></fills>
          <borders count="2"><border><left/><right/></border><border><left/><right/><top style="medium"><color rgb="FF00FF00"/></top>
          <bottom style="x&quot;; position: fixed"/></border></borders>
          <cellXfs count="3"><xf fontId="0" fillId="0" borderId="0"/>
          <xf fontId="1" fillId="2" borderId="1"><alignment horizontal="center" wrapText="1"/></xf>
          <xf fontId="0" fillId="0" borderId="0"/></cellXfs></styleSheet>`,
        'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">
          <pane ySplit="1" xSplit="90" topLeftCell="A2" state="frozen"/></sheetView></sheetViews><sheetData>
          <row r="1" ht="45" customHeight="1"><c r="A1" s="1" t="str"><v>Trip</v></c><c r="B1" s="1"/></row>
          <row r="2"><c r="A2" s="2"><v>1</v></c><c r="A3" s="999"><v>1</v></c></row></sheetData>
          <mergeCells count="1"><mergeCell ref="A1:B1"/></mergeCells></worksheet>`,
      }),
    );
    await toSheet('styled.xlsx');
    const css =
      'font-weight: bold; text-decoration: underline; color: #b42318; background-color: #a2b9e2; ' +
      'text-align: center; white-space: pre-wrap; border-top: 2px solid #00ff00';
    expect(sheetsOf('styled.sheet.json')[0]).toMatchObject({
      data: [['Trip'], [1], [1]],
      style: { A1: css, B1: css },
      mergeCells: { A1: [2, 1] },
      rows: { 0: { height: 60 } },
      freezeRows: 1,
      freezeColumns: 5,
    });
    expect(textOf('styled.sheet.json')).not.toContain('position');
  });

  it('of a damaged, protected or huge file says why, and writes nothing', async () => {
    put('damaged.xlsx', 'PK\u0003\u0004 not a zip');
    put('text.xlsx', 'just text');
    put('bomb.xlsx', await zip({ 'xl/workbook.xml': Buffer.alloc(300 * 1024 * 1024) }));
    put('wide.csv', `${'1,'.repeat(600_000)}\n`);
    put('empty.csv', '');
    const before = fs.readdirSync(agent.workspace).length;
    expect(await problemOf(toSheet('damaged.xlsx'))).toEqual(['UNREADABLE', 'This file is damaged.']);
    expect(await problemOf(toSheet('text.xlsx'))).toEqual(['UNREADABLE', 'This file is not a workbook.']);
    const tooLarge = 'This file has more cells than a sheet can hold. Split it, or open it as it is.';
    expect(await problemOf(toSheet('bomb.xlsx'))).toEqual(['UNREADABLE', tooLarge]);
    expect((await problemOf(toSheet('wide.csv')))[0]).toBe('UNREADABLE');
    expect(await problemOf(toSheet('text.txt'))).toEqual(['INVALID', 'This kind of file is not converted.']);
    expect(await problemOf(toSheet('gone.csv'))).toEqual(['NOT_FOUND', expect.stringContaining('gone.csv')]);
    expect(fs.readdirSync(agent.workspace)).toHaveLength(before);
    expect(await toSheet('empty.csv')).toEqual({ name: 'empty.sheet.json', leftOut: 0 });
    expect(sheetsOf('empty.sheet.json')).toMatchObject([{ worksheetName: 'Sheet1', data: [] }]);
  });
});

describe('FT-15 conversion to markdown', () => {
  it('keeps headings, lists, tables and emphasis of a Word document', async () => {
    const table = `<w:tbl><w:tr><w:tc>${paragraph('Day')}</w:tc><w:tc>${paragraph('Place')}</w:tc></w:tr>
      <w:tr><w:tc>${paragraph('1')}</w:tc><w:tc>${paragraph('Kyoto')}</w:tc></w:tr></w:tbl>`;
    const bold = '<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>Never late</w:t></w:r></w:p>';
    put('plan.docx', await wordFile(`${paragraph('Trip', 'Heading1')}${paragraph('Grüße &amp; more')}${bold}${table}`));
    expect(await toMarkdown('plan.docx')).toEqual({ name: 'plan.md', leftOut: 0 });
    expect(textOf('plan.md')).toMatch(
      /^# Trip\n\nGrüße & more\n\n\*\*Never late\*\*\n\n\| Day \| Place \|\n\| -+ \| -+ \|\n\| 1 +\| Kyoto \|\n$/,
    );
  });

  it('of a web page keeps its text and links, and no scripts', async () => {
    put('page.html', '<h1>Ships</h1><script>alert(1)</script><p>See <a href="notes/a.html">notes</a>.</p>');
    expect(await toMarkdown('page.html')).toEqual({ name: 'page.md', leftOut: 0 });
    expect(textOf('page.md')).toBe('# Ships\n\nSee [notes](notes/a.html).\n');
  });

  it('of a file that is no document says so', async () => {
    put('broken.docx', 'nothing of Word');
    put('bomb.docx', await zip({ 'word/document.xml': Buffer.alloc(200 * 1024 * 1024) }));
    expect(await problemOf(toMarkdown('broken.docx'))).toEqual([
      'UNREADABLE',
      'This file is no Word document, or it is damaged.',
    ]);
    expect(await problemOf(toMarkdown('bomb.docx'))).toEqual(['UNREADABLE', 'This document is too large.']);
  });
});
