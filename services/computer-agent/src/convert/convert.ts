/** ConvertService: makes a file of another kind beside a file. */
import fs from 'node:fs';
import { create } from '@bufbuild/protobuf';
import {
  Clash,
  type ConvertRequest,
  type ConvertResponse,
  ConvertResponseSchema,
  ConvertTarget,
  ErrorReason,
} from '@zo/proto/agent/v1';
import { agentError, invalid, isFolder } from '../errors.js';
import { readAt } from '../files/calls.js';
import { placeOrKeepBoth } from '../files/place.js';
import { openRegular } from '../files/read.js';
import { renamed } from '../files/move.js';
import { DEFAULT_MODE, prepare } from '../files/write.js';
import type { EntryLocation, Home } from '../home/home.js';
import { showPath } from '../home/names.js';
import { runOnce } from '../programs/one-shot.js';
import type { Conversion, Converted } from './messages.js';

const MAX_BYTES = 50 * 1024 * 1024;
const LIMITS = {
  convert: { heapMb: 512, memoryMb: 768, processorMs: 25_000, maxBytes: 64 * 1024 * 1024 },
  diagram: {
    heapMb: 256,
    memoryMb: 768,
    processorMs: 20_000,
    maxBytes: 16 * 1024 * 1024,
    // Optimising the 22 MB of WebAssembly takes ten times as long as drawing with it.
    v8Flags: ['--liftoff-only'],
  },
};
type Program = keyof typeof LIMITS;
const MAX_AT_ONCE = 2;

interface Kind {
  readonly names: RegExp;
  readonly kind: Conversion['kind'];
}
interface Target {
  readonly program: Program;
  readonly ending: string;
  readonly from: readonly Kind[];
}
const KINDS: Partial<Record<ConvertTarget, Target>> = {
  [ConvertTarget.SHEET]: {
    program: 'convert',
    ending: '.sheet.json',
    from: [
      { names: /\.csv$/i, kind: 'csv' },
      { names: /\.tsv$/i, kind: 'tsv' },
      { names: /\.(xlsx|xlsm|xls|ods)$/i, kind: 'workbook' },
    ],
  },
  [ConvertTarget.MARKDOWN]: {
    program: 'convert',
    ending: '.md',
    from: [
      { names: /\.docx$/i, kind: 'word' },
      { names: /\.html?$/i, kind: 'page' },
    ],
  },
  [ConvertTarget.DRAWING]: { program: 'diagram', ending: '.svg', from: [{ names: /\.d2$/i, kind: 'diagram' }] },
};

export interface ConverterOptions {
  readonly home: Home;
  /** Bundles of the programs that convert. */
  readonly programs: Readonly<Record<Program, string>>;
  readonly room: (bytes: number) => Promise<void>;
}

export class Converter {
  private running = 0;

  constructor(private readonly options: ConverterOptions) {}

  /** @throws INVALID, UNREADABLE, TOO_LARGE, LIMIT_REACHED, DISK_FULL */
  convert({ path, target }: ConvertRequest): Promise<ConvertResponse> {
    return this.options.home.within(path, {}, async (place) => {
      if (place.name === null) throw isFolder(showPath(path));
      const to = KINDS[target];
      const known = to?.from.find(({ names }) => names.test(place.name as string));
      if (!to || !known) throw invalid('This kind of file is not converted.');
      const converted = await this.run(to.program, {
        head: { kind: known.kind },
        bytes: await readFile(place, showPath(path)),
      });
      if ('problem' in converted) throw agentError(ErrorReason.UNREADABLE, converted.problem);
      const name = await this.write(place, converted.text, place.name.replace(known.names, to.ending));
      return create(ConvertResponseSchema, { to: renamed(path!, name), leftOut: converted.leftOut });
    });
  }

  private async run(program: Program, input: { head: Conversion; bytes: Buffer }): Promise<Converted> {
    if (this.running >= MAX_AT_ONCE) throw agentError(ErrorReason.LIMIT_REACHED, 'Two files are being converted.');
    this.running++;
    try {
      const output = await runOnce(this.options.programs[program], input, LIMITS[program]);
      if (!output) throw agentError(ErrorReason.UNREADABLE, 'Converting this file takes more than there is for it.');
      return JSON.parse(output.toString()) as Converted;
    } finally {
      this.running--;
    }
  }

  /** Writes a new file under a free name. */
  private async write({ folder }: EntryLocation, text: string, name: string): Promise<string> {
    const content = Buffer.from(text);
    await this.options.room(content.length);
    const { hidden } = await prepare(folder, content, DEFAULT_MODE);
    try {
      const used = placeOrKeepBoth(folder, hidden, { folder, name, clash: Clash.KEEP_BOTH });
      await folder.sync();
      return used;
    } catch (error) {
      fs.rmSync(folder.at(hidden), { force: true });
      throw error;
    }
  }
}

async function readFile(place: EntryLocation, shown: string): Promise<Buffer> {
  const { fd, stats } = openRegular(place, shown);
  try {
    if (stats.size > BigInt(MAX_BYTES))
      throw agentError(ErrorReason.TOO_LARGE, `The file has ${stats.size} bytes, more than ${MAX_BYTES}.`, {
        size: stats.size,
        limit: BigInt(MAX_BYTES),
      });
    const bytes = Buffer.allocUnsafe(Number(stats.size));
    return bytes.subarray(0, await readAt(fd, bytes, 0));
  } finally {
    fs.closeSync(fd);
  }
}
