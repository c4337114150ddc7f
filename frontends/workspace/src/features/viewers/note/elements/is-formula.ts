/** ED-02: the languages of code blocks that are shown as the formula they describe. */
const FORMULAS: ReadonlySet<string> = new Set(['math', 'katex', 'latex', 'tex']);

export const isFormula = (info: string): boolean => FORMULAS.has(info.trim().split(/\s+/)[0]!.toLowerCase());
