import { DOLLARS, type CodeBlock } from '../model/nodes';

/** The first line of a code block after its fence. */
export const infoOf = ({ fence, info }: CodeBlock): string => (fence === DOLLARS ? 'math' : info);

/** ED-02: the languages of code blocks that are shown as the formula they describe. */
const FORMULAS: ReadonlySet<string> = new Set(['math', 'katex', 'latex', 'tex']);

const languageOf = (info: string) => info.trim().split(/\s+/)[0]!.toLowerCase();

export const isFormula = (info: string): boolean => FORMULAS.has(languageOf(info));

/** ED-02: the language of code blocks that are shown as the diagram they describe. */
export const isDiagram = (info: string): boolean => languageOf(info) === 'mermaid';
