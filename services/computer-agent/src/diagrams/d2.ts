/**
 * D2 as WebAssembly, without the thread that its package starts: a program that runs once needs none. Only one diagram
 * is drawn by a process, because a second one waits for ever.
 */
import { runInThisContext } from 'node:vm';
import wasm from '@terrastruct/d2/files/d2.wasm';
import goRuntime from '@terrastruct/d2/files/wasm_exec.js?source';
import { ConversionProblem } from '../convert/messages.js';

/** What the runtime of Go and D2 leave in the global scope. */
interface Globals {
  readonly Go: new () => { readonly importObject: object; run(program: WebAssembly.Instance): Promise<void> };
  readonly d2: { compile(request: string): Promise<string>; render(request: string): Promise<string> };
}
const globals = () => globalThis as unknown as Globals;

interface Compiled {
  readonly diagram: object;
  readonly renderOptions: object;
}

/**
 * Draws a diagram.
 * @returns an SVG
 * @throws ConversionProblem with a sentence about the mistake in the code
 */
export async function draw(code: string): Promise<string> {
  const d2 = load();
  const { diagram, renderOptions } = answer<Compiled>(
    await d2.compile(JSON.stringify({ fs: { index: code }, options: {} })),
  );
  // With a scale the drawing says how large it is.
  const options = { ...renderOptions, noXMLTag: true, scale: 1 };
  return Buffer.from(answer<string>(await d2.render(JSON.stringify({ diagram, options }))), 'base64').toString();
}

function load(): Globals['d2'] {
  runInThisContext(goRuntime);
  const go = new (globals().Go)();
  const bytes = Buffer.from(wasm.slice(wasm.indexOf(',') + 1), 'base64');
  // It runs for as long as the process does.
  void go.run(new WebAssembly.Instance(new WebAssembly.Module(bytes), go.importObject));
  return globals().d2;
}

/** @throws ConversionProblem */
function answer<T>(text: string): T {
  const { data, error } = JSON.parse(text) as { data: T; error?: { message: string } };
  if (error) throw new ConversionProblem(sentenceOf(error.message));
  return data;
}

/** Mistakes come as JSON, with their places: "index:3:1: maps must be terminated with }". */
function sentenceOf(message: string): string {
  if (/ELK/.test(message)) return 'The layout engine ELK is not installed. Leave layout-engine out of the diagram.';
  const [, first = message] = /"errmsg":"((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  return `${first.replace(/^index:(\d+):\d+: /, 'Line $1: ').slice(0, 500)}.`;
}
