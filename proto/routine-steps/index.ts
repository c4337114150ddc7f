/** The steps of a `.zoroutine` file: scripts that run in the computer, and when they wake the assistant. */
import { isMap, isScalar, isSeq } from 'yaml';

export const CONDITIONS = ['failed', 'changed', 'always'] as const;
export type Condition = (typeof CONDITIONS)[number];

export interface ScriptStep {
  /** For bash, in the workspace. Inputs are in its environment. */
  readonly script: string;
}
export interface AskStep {
  readonly when: Condition;
  /** What the assistant is asked then. */
  readonly ask: string;
}
export type RoutineStep = ScriptStep | AskStep;

/** What the steps of a file say, or what is wrong with them. */
export interface StepsRead {
  readonly steps: readonly RoutineStep[];
  /** A sentence that says where; there are no steps then. */
  readonly stepsProblem?: string;
}

export const MAX_STEPS = 20;
export const MAX_SCRIPT = 8_000;
const MAX_ASK = 4_000;
const NONE: StepsRead = { steps: [] };

/** The variable that a script finds an input in. */
export const inputVariable = (name: string): string => `ZO_INPUT_${name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;

export const isScript = (step: RoutineStep): step is ScriptStep => 'script' in step;

/** @param node the value of `steps`; undefined: there is none */
export function stepsIn(node: unknown, inputs: readonly string[]): StepsRead {
  if (node === undefined) return NONE;
  try {
    if (!isSeq(node)) throw new Error('Write them as a list, each with a script, or with when and ask.');
    if (node.items.length > MAX_STEPS) throw new Error(`There are more than ${MAX_STEPS}.`);
    const steps = node.items.map((item, index) => stepIn(item, index + 1));
    checkOrder(steps);
    if (steps.length > 0) checkNames(inputs);
    return { steps };
  } catch (error) {
    return { ...NONE, stepsProblem: (error as Error).message };
  }
}

const plain = (node: unknown): string | undefined =>
  isScalar(node) && typeof node.value === 'string' && !node.value.includes('\0') ? node.value.trim() : undefined;

function stepIn(item: unknown, at: number): RoutineStep {
  const wrong = (why: string) => new Error(`Step ${at}: ${why}`);
  if (!isMap(item)) throw wrong('write it as “script: …”, or as “when: …” and “ask: …”.');
  const keys = item.items.map(({ key }) => (isScalar(key) ? String(key.value) : ''));
  const other = keys.find((key) => !['script', 'when', 'ask'].includes(key));
  if (other !== undefined) throw wrong(`“${other.slice(0, 40)}” means nothing here; use script, or when and ask.`);
  if (keys.includes('script')) {
    if (keys.length > 1) throw wrong('a script and a question are two steps; put each after a dash of its own.');
    const script = plain(item.get('script', true));
    if (!script) throw wrong('the script is empty, or no text.');
    if (script.length > MAX_SCRIPT) throw wrong(`a script has at most ${MAX_SCRIPT.toLocaleString('en')} characters.`);
    return { script };
  }
  const when = CONDITIONS.find((condition) => condition === plain(item.get('when', true)));
  if (!when) throw wrong(`“when” is one of ${CONDITIONS.join(', ')}.`);
  const ask = plain(item.get('ask', true));
  if (!ask) throw wrong('say in “ask” what the assistant is to do.');
  if (ask.length > MAX_ASK) throw wrong(`“ask” has at most ${MAX_ASK.toLocaleString('en')} characters.`);
  return { when, ask };
}

/** Scripts first: what the assistant is asked depends on all of them. */
function checkOrder(steps: readonly RoutineStep[]): void {
  const firstAsk = steps.findIndex((step) => !isScript(step));
  const late = steps.findIndex((step, index) => isScript(step) && firstAsk >= 0 && index > firstAsk);
  if (late >= 0) throw new Error(`Step ${late + 1}: put the scripts before the questions.`);
  if (firstAsk === 0) throw new Error('Step 1: a question needs a script before it.');
}

function checkNames(inputs: readonly string[]): void {
  const variables = inputs.map(inputVariable);
  const twice = variables.find((variable, index) => variables.indexOf(variable) !== index);
  if (twice !== undefined) throw new Error(`Two inputs would both be $${twice} for its scripts. Rename one of them.`);
}
