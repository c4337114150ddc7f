/** The program that converts one file, and writes what it has made of it as JSON to its standard output. */
import { readInput } from '../programs/input.js';
import { markdownOfPage, markdownOfWord } from './markdown.js';
import { type Conversion, ConversionProblem, type Converted } from './messages.js';
import { sheetOfText, sheetOfWorkbook } from './sheet.js';

const CONVERSIONS: Record<Exclude<Conversion['kind'], 'diagram'>, (bytes: Buffer) => Converted | Promise<Converted>> = {
  csv: (bytes) => ({ text: sheetOfText(bytes, 'csv'), leftOut: 0 }),
  tsv: (bytes) => ({ text: sheetOfText(bytes, 'tsv'), leftOut: 0 }),
  workbook: (bytes) => ({ text: sheetOfWorkbook(bytes), leftOut: 0 }),
  word: markdownOfWord,
  page: markdownOfPage,
};

async function convert(): Promise<Converted> {
  const { head, bytes } = await readInput<{ kind: keyof typeof CONVERSIONS }>();
  try {
    return await CONVERSIONS[head.kind](bytes);
  } catch (error) {
    if (error instanceof ConversionProblem) return { problem: error.message };
    throw error;
  }
}

process.stdout.write(JSON.stringify(await convert()));
