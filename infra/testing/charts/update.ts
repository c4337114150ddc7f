/**
 * `npm run charts:golden`: overwrites the golden files with the current output. Review the difference before
 * committing.
 */
import { writeFileSync } from 'node:fs';
import { goldenFile, render, WAYS } from './render.js';

for (const way of Object.keys(WAYS)) writeFileSync(goldenFile(way), render(way).text);
