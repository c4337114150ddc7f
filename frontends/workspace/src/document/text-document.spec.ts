import { beforeEach, describe, expect, it } from '@jest/globals';
import { readDraft } from './drafts';
import { TextDocument, type DiskState } from './text-document';

/** A disk that accepts a save only when it names what is there, as the server does. */
class Disk {
  content: string;
  exists = true;
  down = false;
  mtimeMs = 100;

  constructor(content: string) {
    this.content = content;
  }

  get state(): DiskState {
    return { content: this.content, hash: `#${this.content}`, mtimeMs: this.mtimeMs };
  }

  write = (content: string, base: string | null): Promise<{ hash: string; mtimeMs: number }> => {
    if (this.down) return Promise.reject({ status: 0, code: 'network', detail: 'unreachable', extras: {} });
    if ((this.exists ? this.state.hash : null) !== base) {
      return Promise.reject({
        status: 409,
        code: 'files.conflict',
        detail: 'changed',
        extras: { current: this.exists ? { exists: true, ...this.state } : { exists: false } },
      });
    }
    this.content = content;
    this.exists = true;
    this.mtimeMs++;
    return Promise.resolve({ hash: this.state.hash!, mtimeMs: this.mtimeMs });
  };
}

const open = (disk: Disk) => new TextDocument('w/a.txt', disk.state, disk.write);

describe('an open text', () => {
  beforeEach(() => localStorage.clear());

  it('ED-11 saves what was typed and names what it replaces', async () => {
    const disk = new Disk('one\n');
    const doc = open(disk);
    doc.edit('one\ntwo\n');
    expect(doc.state.status).toBe('dirty');
    await doc.save();
    expect(disk.content).toBe('one\ntwo\n');
    expect(doc.state.status).toBe('saved');
  });

  it('ED-11 what is typed and taken back again is saved, and leaves no draft', async () => {
    const disk = new Disk('one\n');
    const doc = open(disk);
    doc.edit('one\ntwo\n');
    doc.edit('one\n');
    await doc.save();
    expect(doc.state).toMatchObject({ text: 'one\n', status: 'saved' });
    expect(readDraft('w/a.txt', Date.now())).toBeNull();
  });

  it('LS-02 without own edits a change from elsewhere is taken quietly', () => {
    const disk = new Disk('one\n');
    const doc = open(disk);
    disk.content = 'ONE\n';
    expect(doc.seen(disk.state, true)).toBe('taken');
    expect(doc.state).toMatchObject({ text: 'ONE\n', status: 'saved' });
  });

  it('ED-11 with own edits both changes are joined and saved', async () => {
    const disk = new Disk('one\ntwo\nthree\n');
    const doc = open(disk);
    doc.edit('one\ntwo\nTHREE\n');
    disk.content = 'ONE\ntwo\nthree\n';
    await doc.save();
    expect(doc.state.text).toBe('ONE\ntwo\nTHREE\n');
    await doc.save();
    expect(disk.content).toBe('ONE\ntwo\nTHREE\n');
  });

  it.each(['mine', 'theirs'] as const)('ED-11 a clash overwrites nothing until the user takes %s', async (choice) => {
    const disk = new Disk('one\n');
    const doc = open(disk);
    doc.edit('mine\n');
    disk.content = 'theirs\n';
    await doc.save();
    expect(doc.state).toMatchObject({ status: 'clash', text: 'mine\n' });
    expect(doc.state.theirs?.content).toBe('theirs\n');
    doc.edit('mine too\n');
    await doc.save();
    expect(disk.content).toBe('theirs\n');
    if (choice === 'mine') await doc.keepMine();
    else doc.takeTheirs();
    expect(disk.content).toBe(choice === 'mine' ? 'mine too\n' : 'theirs\n');
    expect(doc.state).toMatchObject({ status: 'saved', text: disk.content, theirs: null });
  });

  it('ED-11 the echo of an own save is no change from elsewhere', async () => {
    const disk = new Disk('a');
    const doc = open(disk);
    doc.edit('ab');
    await doc.save();
    const echo = disk.state;
    doc.edit('abc');
    await doc.save();
    expect(doc.seen(echo, false)).toBe('unsure');
    expect(doc.state.text).toBe('abc');
    disk.content = 'ab';
    expect(doc.seen(disk.state, true)).toBe('taken');
    expect(doc.state.text).toBe('ab');
  });

  it('ED-08 unsaved text survives a reload while the server is away, and is saved later', async () => {
    const disk = new Disk('one\n');
    disk.down = true;
    const doc = open(disk);
    doc.edit('typed\n');
    await doc.save();
    expect(doc.state.status).toBe('waiting');
    doc.close();
    expect(readDraft('w/a.txt', Date.now())?.content).toBe('typed\n');
    disk.down = false;
    const again = open(disk);
    expect(again.state).toMatchObject({ text: 'typed\n', status: 'dirty' });
    await again.save();
    expect(disk.content).toBe('typed\n');
    expect(readDraft('w/a.txt', Date.now())).toBeNull();
  });

  it('ED-08 a draft older than the file on disk is shown, not silently written', () => {
    const disk = new Disk('newer\n');
    localStorage.setItem('draft:w/a.txt', JSON.stringify({ content: 'draft\n', ts: Date.now(), baseMtime: 7 }));
    expect(open(disk).state).toMatchObject({ status: 'clash', text: 'draft\n' });
    expect(disk.content).toBe('newer\n');
  });

  it('ED-08 a draft older than 24 hours is forgotten', () => {
    localStorage.setItem(
      'draft:w/a.txt',
      JSON.stringify({ content: 'draft\n', ts: Date.now() - 86_400_001, baseMtime: 100 }),
    );
    expect(open(new Disk('file\n')).state).toMatchObject({ status: 'saved', text: 'file\n' });
  });

  it('LS-02 a deleted file keeps the text and can be written again', async () => {
    const disk = new Disk('one\n');
    const doc = open(disk);
    doc.edit('typed\n');
    disk.exists = false;
    await doc.save();
    expect(doc.state).toMatchObject({ status: 'deleted', text: 'typed\n' });
    await doc.saveAgain();
    expect(disk).toMatchObject({ exists: true, content: 'typed\n' });
  });
});
