/** The program that draws one diagram, and writes it as JSON to its standard output. */
import { ConversionProblem, type Converted } from '../convert/messages.js';
import { readInput } from '../programs/input.js';
import { draw } from './d2.js';

async function convert(): Promise<Converted> {
  const { bytes } = await readInput();
  try {
    return { text: await draw(bytes.toString()), leftOut: 0 };
  } catch (error) {
    if (error instanceof ConversionProblem) return { problem: error.message };
    throw error;
  }
}

const converted = await convert();
// Go keeps the process alive.
process.stdout.write(JSON.stringify(converted), () => process.exit(0));
