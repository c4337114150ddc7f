import { describe, expect, it } from '@jest/globals';
import { viewerOf } from './choose-viewer';
import { VIEWERS } from './registry';
import type { ViewedFile } from './viewer';

const file = (kind: ViewedFile['kind'], name: string, isText = false): ViewedFile => ({
  kind,
  name,
  mediaType: '',
  size: 1,
  isText,
  hasRecords: false,
  isArticle: false,
});

describe('the viewer of a file', () => {
  it.each([
    [file('markdown', 'a.md', true), 'note'],
    [{ ...file('markdown', 'a :: example.org.md', true), isArticle: true }, 'article'],
    [file('csv', 'a.csv', true), 'table'],
    [file('tsv', 'a.tsv', true), 'table'],
    [file('csv', 'large.csv'), 'large-table'],
    [file('tsv', 'large.tsv'), 'large-table'],
    [file('sqlite', 'a.db'), 'sqlite'],
    [file('excel', 'a.ods'), 'workbook'],
    [file('unknown', 'a.parquet'), 'parquet'],
    [file('textual', 'a.jsonl', true), 'table'],
    [{ ...file('json', 'a.json', true), hasRecords: true }, 'json-table'],
    [{ ...file('json', 'a.sheet.json', true), hasRecords: true }, 'sheet'],
    [file('textual', 'large.ndjson'), 'large-table'],
    [file('textual', 'large.transcript.jsonl'), 'lines'],
    [file('textual', 'talk.transcript.jsonl', true), 'transcript'],
    [file('textual', 'a.py', true), undefined],
    [file('json', 'a.json', true), undefined],
    [file('json', 'plan.sheet.json', true), 'sheet'],
    [file('sheet', 'plan.Sheet.JSON', true), 'sheet'],
    [file('sheet', 'too-large.sheet.json'), 'lines'],
    [file('image', 'a.png'), 'image'],
    [file('audio', 'a.mp3'), 'audio'],
    [file('video', 'a.mp4'), 'video'],
    [file('pdf', 'a.pdf'), 'pdf'],
    [file('markdown', 'too-large.md'), 'lines'],
    [file('zopage', 'a.zopage', true), 'info'],
    [file('html', 'a.html', true), 'html'],
    [file('html', 'large.html'), 'html'],
    [file('textual', 'a.ipynb', true), 'notebook'],
    [file('textual', 'too-large.ipynb'), 'lines'],
    [file('docx', 'a.docx'), 'docx'],
    [file('heic', 'a.heic'), 'heic'],
    [file('ebook', 'a.EPUB'), 'book'],
    [file('ebook', 'a.mobi'), 'info'],
    [file('binary', 'a.WOFF2'), 'font'],
    [file('textual', 'text.ttf', true), undefined],
    [file('binary', 'a.zip'), 'archive'],
    [file('binary', 'a.tar.GZ'), 'archive'],
    [file('binary', 'a.7z'), 'info'],
    [file('textual', 'text.zip', true), undefined],
    [{ ...file('unknown', 'empty.tar.gz', true), size: 0 }, 'archive'],
    [{ ...file('unknown', 'empty.parquet', true), size: 0 }, 'parquet'],
    [file('unknown', 'a'), 'info'],
    [file('binary', 'program.txt'), 'info'],
    [{ ...file('binary', 'latin.txt'), mediaType: 'text/plain' }, 'encoded-text'],
    [{ ...file('binary', 'utf16.json'), mediaType: 'application/json' }, 'encoded-text'],
    [{ ...file('binary', 'latin.csv'), mediaType: 'text/csv' }, 'large-table'],
  ])('FV-01 %j is shown as %s', (viewed, id) => {
    expect(viewerOf(viewed)?.id).toBe(id);
  });

  it('ids are unique, and only viewers of text can be edited as text', () => {
    expect(new Set(VIEWERS.map(({ id }) => id)).size).toBe(VIEWERS.length);
    expect(VIEWERS.filter(({ edit, read }) => edit === 'text' && read !== 'whole' && read !== 'content')).toEqual([]);
  });
});
