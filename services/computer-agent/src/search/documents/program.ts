/**
 * Writes the text of one document to its standard output and ends: a child process of the indexer, because documents
 * are hostile input for parsers. It has the document as an open descriptor, and knows no path.
 */
import fs from 'node:fs';
import os from 'node:os';
import { DOCUMENT_FD, MAX_DOCUMENT_BYTES } from './kinds.js';
import { officeText } from './office.js';
import { pdfText } from './pdf.js';
import { BACKGROUND_NICE } from '../../programs/priority.js';

function readWhole(fd: number): Uint8Array {
  const content = new Uint8Array(Math.min(fs.fstatSync(fd).size, MAX_DOCUMENT_BYTES));
  let length = 0;
  while (length < content.length) {
    const bytes = fs.readSync(fd, content, length, content.length - length, length);
    if (bytes === 0) break;
    length += bytes;
  }
  return content.subarray(0, length);
}

os.setPriority(BACKGROUND_NICE);
const text = process.argv[2] === 'pdf' ? await pdfText(readWhole(DOCUMENT_FD)) : await officeText(DOCUMENT_FD);
process.stdout.write(text.toWellFormed(), () => process.exit(0));
