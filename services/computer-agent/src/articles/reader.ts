/** The program that reads one web page, and writes its article as JSON to its standard output. */
import { readInput } from '../programs/input.js';
import { decode } from './charset.js';
import type { PageToRead } from './messages.js';
import { readPage } from './page.js';

const { head, bytes } = await readInput<PageToRead>();
process.stdout.write(JSON.stringify(readPage(decode(bytes, head.contentType), head.url)));
