import katex from 'katex';
import 'katex/dist/katex.min.css';

/** Enough for a page of formulas; a macro that expands itself stops here. */
const MAX_EXPANSIONS = 500;
const MAX_EM = 40;

/**
 * Sets a TeX formula into an element.
 * @throws with the parser's message
 */
export function drawFormula(source: string, into: HTMLElement, { isInline = false } = {}): void {
  katex.render(source, into, {
    displayMode: !isInline,
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxExpand: MAX_EXPANSIONS,
    maxSize: MAX_EM,
  });
}
