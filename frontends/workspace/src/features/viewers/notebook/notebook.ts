/** Reads a Jupyter notebook (nbformat 4). Everything in the file is foreign: unknown shapes are left out. */

/** Longer outputs are cut; the raw editor shows the whole. */
const MAX_OUTPUT_LENGTH = 100_000;
const MAX_OUTPUTS = 200;

export type Output =
  | { readonly kind: 'text'; readonly text: string; readonly isError: boolean; readonly isCut: boolean }
  | { readonly kind: 'markdown'; readonly text: string }
  | { readonly kind: 'html'; readonly source: string }
  | { readonly kind: 'image'; readonly address: string; readonly alt: string };

export interface Cell {
  readonly kind: 'markdown' | 'code' | 'raw';
  readonly source: string;
  /** The number of the run, null when the cell was never run. */
  readonly run: number | null;
  readonly outputs: readonly Output[];
}

export interface Notebook {
  readonly language: string;
  readonly cells: readonly Cell[];
}

type Fields = Readonly<Record<string, unknown>>;

const RASTER = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
// Colours and cursor movements of a terminal.
const ANSI = /\u001b\[[0-?]*[ -/]*[@-~]/g;

/** The notebook of a text; undefined when it is none. */
export function readNotebook(text: string): Notebook | undefined {
  const file = fieldsOf(parse(text));
  if (!file || !Array.isArray(file['cells'])) return undefined;
  const metadata = fieldsOf(file['metadata']);
  const language =
    fieldsOf(metadata?.['language_info'])?.['name'] ?? fieldsOf(metadata?.['kernelspec'])?.['language'] ?? 'python';
  return {
    language: typeof language === 'string' ? language : 'python',
    cells: file['cells'].flatMap((cell) => readCell(fieldsOf(cell))),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;

/** Texts are stored whole or as a list of lines. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.join('') : undefined;
}

function readCell(cell: Fields | undefined): Cell[] {
  const kind = cell?.['cell_type'];
  const source = textOf(cell?.['source']);
  if (source === undefined || (kind !== 'markdown' && kind !== 'code' && kind !== 'raw')) return [];
  const run = cell!['execution_count'];
  const outputs = kind === 'code' && Array.isArray(cell!['outputs']) ? cell!['outputs'].slice(0, MAX_OUTPUTS) : [];
  return [
    {
      kind,
      source,
      run: typeof run === 'number' ? run : null,
      outputs: outputs.flatMap((output) => readOutput(fieldsOf(output))),
    },
  ];
}

function readOutput(output: Fields | undefined): Output[] {
  switch (output?.['output_type']) {
    case 'stream':
      return plain(textOf(output['text']), output['name'] === 'stderr');
    case 'error':
      return plain(textOf(output['traceback'])?.length ? linesOf(output['traceback']) : errorLine(output), true);
    case 'display_data':
    case 'execute_result': {
      const found = fieldsOf(output['data']);
      return found ? preferred(found) : [];
    }
    default:
      return [];
  }
}

const linesOf = (lines: unknown) => (Array.isArray(lines) ? lines.join('\n') : textOf(lines));
const errorLine = (output: Fields) => `${String(output['ename'])}: ${String(output['evalue'])}`;

function plain(text: string | undefined, isError = false): Output[] {
  if (!text) return [];
  const isCut = text.length > MAX_OUTPUT_LENGTH;
  return [{ kind: 'text', text: text.slice(0, MAX_OUTPUT_LENGTH).replace(ANSI, ''), isError, isCut }];
}

/** The richest form of an output that can be shown without running anything. */
function preferred(data: Fields): Output[] {
  const alt = textOf(data['text/plain']) ?? 'Output';
  for (const type of RASTER) {
    const base64 = textOf(data[type])?.replace(/\s/g, '');
    if (base64 && BASE64.test(base64)) return [{ kind: 'image', address: `data:${type};base64,${base64}`, alt }];
  }
  const svg = textOf(data['image/svg+xml']);
  if (svg) return [{ kind: 'image', address: `data:image/svg+xml,${encodeURIComponent(svg.toWellFormed())}`, alt }];
  const markdown = textOf(data['text/markdown']);
  if (markdown && markdown.length <= MAX_OUTPUT_LENGTH) return [{ kind: 'markdown', text: markdown }];
  const html = textOf(data['text/html']);
  if (html && html.length <= 10 * MAX_OUTPUT_LENGTH && /<table[\s>]/i.test(html))
    return [{ kind: 'html', source: html }];
  const json = data['application/json'];
  return plain(textOf(data['text/plain']) ?? html ?? (json === undefined ? undefined : JSON.stringify(json, null, 2)));
}
