import { describe, expect, it } from '@jest/globals';
import { articleName, hostOf } from './article-name.js';

describe('names of articles', () => {
  it.each([
    ['https://www.example.org/a/b?c', 'example.org'],
    ['https://News.Example.co.uk./', 'news.example.co.uk'],
    ['http://[2001:db8::1]/', '2001:db8::1'],
  ])('%s is from %s', (url, host) => expect(hostOf(url)).toBe(host));

  it.each([
    ['The harbour is open', 'The harbour is open :: example.org.md'],
    ['Either / or\n::  both', 'Either ∕ or : both :: example.org.md'],
    ['...hidden', 'hidden :: example.org.md'],
    [' \u0000 ', 'example.org :: example.org.md'],
    ['\ud800broken', '\ufffdbroken :: example.org.md'],
  ])('%j becomes %j', (title, name) => expect(articleName(title, 'example.org')).toBe(name));

  it('are cut between characters and keep their end', () => {
    const name = articleName('👩‍👩‍👧‍👦'.repeat(50), 'example.org', 2);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
    expect(name).toMatch(/^(👩‍👩‍👧‍👦)+ \(2\) :: example\.org\.md$/u);
  });
});
