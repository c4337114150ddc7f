/** The program that reads one web page: JSON on its standard input, an article as JSON on its standard output. */
import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import type { PageToRead } from './messages.js';
import { decode } from './charset.js';
import { readPage } from './page.js';

const { html, contentType, url } = JSON.parse(await text(process.stdin)) as PageToRead;
const article = readPage(decode(Buffer.from(html, 'base64'), contentType), url);
fs.writeSync(1, JSON.stringify(article));
