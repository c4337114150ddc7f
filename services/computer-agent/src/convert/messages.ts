/** What the agent and the program that converts a file say to each other. */

/** What the agent sends before the bytes of the file. */
export interface Conversion {
  readonly kind: 'csv' | 'tsv' | 'workbook' | 'word' | 'page' | 'diagram';
}

/** What the program answers: the text of the new file, or a sentence that says why there is none. */
export type Converted = { readonly text: string; readonly leftOut: number } | { readonly problem: string };

export class ConversionProblem extends Error {}
