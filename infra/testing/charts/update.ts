/** `npm run charts:golden`: what the charts become now is what they are meant to become. Read the difference before you commit it. */
import { writeFileSync } from 'node:fs';
import { goldenFile, render, WAYS } from './render.js';

for (const way of Object.keys(WAYS)) writeFileSync(goldenFile(way), render(way).text);
