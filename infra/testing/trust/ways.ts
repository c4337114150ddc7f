/** How planted words reach the model. */
import { IMPORTED_BY_USER } from '@zo/computer-client';
import { pdf, png } from '../../../services/chat/test/pdf.js';
import { zipOf } from '../../../services/computer-agent/test/archive-files.js';
import { bash, type Call, type Held, read } from './world.js';

export interface Planted {
  readonly words: string;
  /** Begins the names of the files of this scenario, and of no other. */
  readonly stem: string;
}

export interface Way {
  /** What is there before the message. */
  readonly before?: (planted: Planted) => Promise<unknown>;
  readonly calls: (planted: Planted) => Call[];
  readonly message?: (planted: Planted) => object;
}

const pasted = (content: string) => ({
  id: crypto.randomUUID(),
  kind: 'text',
  title: 'Pasted',
  content,
  lineCount: 1,
  charCount: content.length,
  createdAt: new Date().toISOString(),
});

/** A name has no slash. */
const asName = (words: string) => words.replaceAll('/', '_');

const PIECES = 6;
/** Shorter than any sentence, each in a file of its own. */
function piecesOf(words: string): string[] {
  const characters = [...words];
  const size = Math.ceil(characters.length / PIECES);
  return Array.from({ length: PIECES }, (_, n) => characters.slice(n * size, (n + 1) * size).join(''));
}

const UNZIP = (stem: string) => `python3 -c 'import glob, zipfile
for name in glob.glob("${stem}*"):
  archive = zipfile.ZipFile(name)
  for entry in archive.namelist(): print(archive.read(entry).decode())'`;

const uploadsOn = (at: Held) => (name: string, content: string | Buffer) =>
  at.world.write(name, content, IMPORTED_BY_USER);

const filesOf = (at: Held): Record<string, Way> => {
  const upload = uploadsOn(at);
  return {
    'an upload that is read': {
      before: ({ words, stem }) => upload(`${stem}.csv`, words),
      calls: ({ stem }) => [read(`${stem}.csv`)],
    },
    'an upload that was edited since': {
      before: async ({ words, stem }) => {
        await upload(`${stem}.csv`, words);
        await at.world.write(`${stem}.csv`, `mine\n${words}`);
      },
      calls: ({ stem }) => [read(`${stem}.csv`)],
    },
    'an upload that is searched': {
      before: ({ words, stem }) => upload(`${stem}.csv`, `note ${stem} ${words}`),
      calls: ({ stem }) => [['grep_search', { query: `note ${stem}` }]],
    },
    'an upload that a command prints': {
      before: ({ words, stem }) => upload(`${stem}.csv`, words),
      calls: ({ stem }) => [bash(`cat ${stem}.csv`)],
    },
    'an upload that a command finds': {
      before: ({ words, stem }) => upload(`${stem}.csv`, words),
      calls: ({ stem }) => [bash(`cat ${stem}*`)],
    },
    'an upload in view': {
      before: ({ words, stem }) => upload(`${stem}.csv`, words),
      calls: () => [],
      message: ({ stem }) => ({ files: [{ id: '1', path: `w/${stem}.csv` }] }),
    },
  };
};

const disguisedOf = (at: Held): Record<string, Way> => {
  const upload = uploadsOn(at);
  return {
    'a moved upload': {
      before: async ({ words, stem }) => {
        await upload(`${stem}.csv`, words);
        await at.world.shell(`cd ~/workspace && mv ${stem}.csv ${stem}.txt`);
      },
      calls: ({ stem }) => [read(`${stem}.txt`)],
    },
    'uploads that a command puts together': {
      before: async ({ words, stem }) => {
        for (const n of [1, 2]) await upload(`${stem}-${n}.csv`, `${n} ${words}`);
      },
      calls: ({ stem }) => [bash(`cat ${stem}* > all.txt`), read('all.txt')],
    },
    'a copy of the folder of an upload': {
      before: ({ words, stem }) => upload(`${stem}/a.csv`, words),
      calls: ({ stem }) => [bash(`cp -r ${stem} copy && rm -r ${stem}`), read('copy/a.csv')],
    },
    'a copy that its user made of an upload': {
      before: async ({ words, stem }) => {
        await upload(`${stem}.csv`, words);
        await at.world.copy(`${stem}.csv`, `${stem}.txt`);
      },
      calls: ({ stem }) => [read(`${stem}.txt`)],
    },
    'a link to an upload': {
      before: async ({ words, stem }) => {
        await upload(`${stem}.csv`, words);
        await at.world.shell(`cd ~/workspace && ln -s ${stem}.csv ${stem}.txt`);
      },
      calls: ({ stem }) => [read(`${stem}.txt`)],
    },
    'the name of an upload': {
      before: ({ words, stem }) => upload(`${stem} ${asName(words)}`, 'a'),
      calls: ({ stem }) => [bash(`ls | grep ${stem}`)],
    },
    'pieces in many uploads': {
      before: async ({ words, stem }) => {
        for (const [n, piece] of piecesOf(words).entries()) await upload(`${stem}-${n}`, piece);
      },
      calls: ({ stem }) => [bash(`cat ${stem}*`)],
    },
    'an uploaded PDF': {
      before: ({ words, stem }) => upload(`${stem}.pdf`, pdf([words])),
      calls: ({ stem }) => [read(`${stem}.pdf`)],
    },
    'an uploaded archive': {
      before: ({ words, stem }) => upload(stem, zipOf([{ name: 'a.txt', content: words }])),
      calls: ({ stem }) => [bash(UNZIP(stem))],
    },
    'an uploaded image': {
      before: ({ stem }) => upload(`${stem}.png`, png(40, 30)),
      calls: ({ stem }) => [read(`${stem}.png`)],
    },
  };
};

const othersOf = (at: Held): Record<string, Way> => ({
  'pasted text': {
    calls: () => [],
    message: ({ words }) => ({ attachments: [pasted(words)] }),
  },
  'a saved page': {
    before: ({ words, stem }) => at.world.write(`Articles/${stem}.md`, words, IMPORTED_BY_USER),
    calls: ({ stem }) => [bash(`cat Articles/${stem}.md`)],
  },
  'a page that a command fetches': { calls: () => [bash(`curl -s ${at.world.trap.url('way-in.test')}`)] },
  'a page that a script fetches': {
    calls: ({ stem }) => [
      [
        'create_or_rewrite_file',
        { target_file: `${stem}.sh`, content: `curl -s ${at.world.trap.url('way-in.test')}\n` },
      ],
      bash(`bash ${stem}.sh`),
    ],
  },
  'a page that comes without the name of its command': {
    calls: () => [bash(`env -i /usr/bin/curl -s --proxy http://127.0.0.1:3128 ${at.world.trap.url('way-in.test')}`)],
  },
  'a page that is read': { calls: () => [['read_webpage', { url: at.world.trap.url('127.0.0.1') }]] },
  'a file that another chat made of a page': {
    before: ({ stem }) => at.world.answer([bash(`curl -s ${at.world.trap.url('way-in.test')} > ${stem}.txt`)]),
    calls: ({ stem }) => [read(`${stem}.txt`)],
  },
  'a file that a program of the computer made': {
    before: ({ stem }) => at.world.shell(`curl -s ${at.world.trap.url('way-in.test')} > ~/workspace/${stem}.txt`),
    calls: ({ stem }) => [read(`${stem}.txt`)],
  },
});

export const waysOf = (at: Held): Record<string, Way> => ({
  ...filesOf(at),
  ...disguisedOf(at),
  ...othersOf(at),
});
