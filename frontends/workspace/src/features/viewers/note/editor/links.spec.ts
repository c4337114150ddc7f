import { expect, it } from '@jest/globals';
import { isDomain } from './links';

it.each(['example.com', 'Zo.IO', 'docs.python.org/3', 'mit.edu', 'irs.gov', 'php.net', 't.co?a=1', ' a.co '])(
  'the selected text %j becomes a link without asking',
  (text) => expect(isDomain(text)).toBe(true),
);

it.each(['README.md', 'main.py', 'example.dev', 'mara@example.com', 'com', 'see example.com', 'example.community'])(
  'the selected text %j is no domain',
  (text) => expect(isDomain(text)).toBe(false),
);
