import { describe, expect, it } from '@jest/globals';
import { Editor, Node, Transforms } from 'slate';
import { NoteSession } from '../note-session';

const paragraphs = (...texts: string[]) => `${texts.join('\n\n')}\n`;
const place = (session: NoteSession, block: number, offset: number) =>
  Transforms.select(session.editor, { path: [block, 0], offset });
const undoAll = (session: NoteSession) => {
  while (session.editor.history.undos.length > 0) session.editor.undo();
};
/** Ends a step of the history: edits within one task are undone together. */
const endStep = () => Promise.resolve();

describe('undo after a change from elsewhere', () => {
  it('undoes what was typed and keeps what came from elsewhere, above and below', () => {
    const session = new NoteSession(paragraphs('one', 'two', 'three'));
    place(session, 1, 3);
    session.editor.insertText('!');
    session.take(paragraphs('zero', 'one', 'two!', 'three', 'four'));
    session.editor.undo();
    expect(session.print()).toBe(paragraphs('zero', 'one', 'two', 'three', 'four'));
  });

  it('undoes breaks and joins of blocks around what came from elsewhere', async () => {
    const session = new NoteSession(paragraphs('one', 'two', 'three'));
    place(session, 0, 2);
    session.editor.insertBreak();
    await endStep();
    place(session, 3, 0);
    session.editor.deleteBackward('character');
    await endStep();
    expect(session.print()).toBe(paragraphs('on', 'e', 'twothree'));
    session.take(paragraphs('new', 'on', 'e', 'twothree', 'end'));
    undoAll(session);
    expect(session.print()).toBe(paragraphs('new', 'one', 'two', 'three', 'end'));
  });

  it('keeps the cursor in a block that was written since the text was read', () => {
    const session = new NoteSession(paragraphs('one', 'two'));
    place(session, 0, 3);
    session.editor.insertBreak();
    session.editor.insertText('mine');
    session.take(paragraphs('new', 'one', 'mine', 'two'));
    session.editor.insertText('!');
    expect(session.print()).toBe(paragraphs('new', 'one', 'mine!', 'two'));
  });

  it('drops steps on a block that was removed elsewhere, and those before them', async () => {
    const session = new NoteSession(paragraphs('one', 'two', 'three'));
    place(session, 2, 5);
    session.editor.insertText('1');
    await endStep();
    place(session, 1, 3);
    session.editor.insertText('2');
    await endStep();
    place(session, 0, 3);
    session.editor.insertText('3');
    session.take(paragraphs('one3', 'three1'));
    undoAll(session);
    expect(session.print()).toBe(paragraphs('one', 'three1'));
  });

  it('undoes random edits without a trace while blocks come and go around them', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { ours } = await undoneAfter(seed, (_random, length) => (length % 2 ? 0 : length));
      expect([seed, ours]).toEqual([seed, OURS]);
    }
  });

  it('never undoes what came from elsewhere, wherever it is', async () => {
    for (let seed = 1; seed <= 100; seed++) {
      const { theirs, before } = await undoneAfter(seed, (random, length) => Math.floor(random() * (length + 1)));
      expect([seed, theirs]).toEqual([seed, before]);
    }
  });
});

const OURS = Array.from({ length: 4 }, (_, index) => `m${index} words`);
const isTheirs = (text: string) => text.startsWith('t');
const textsOf = ({ editor }: NoteSession) => editor.children.map((block) => Node.string(block));

type Place = (random: () => number, length: number) => number;

/** Edits our blocks, which start with 'm', while those of others come and go; then undoes everything. */
async function undoneAfter(seed: number, placeOf: Place) {
  const random = generator(seed);
  const session = new NoteSession(paragraphs(...OURS));
  for (let step = 0; step < 12; step++) {
    if (random() < 0.5) edit(session, random);
    else session.take(changedElsewhere(session, { random, step, placeOf }));
    await endStep();
  }
  const before = textsOf(session).filter(isTheirs);
  undoAll(session);
  const after = textsOf(session);
  return { before, theirs: after.filter(isTheirs), ours: after.filter((text) => !isTheirs(text)) };
}

function edit({ editor }: NoteSession, random: () => number): void {
  const indexes = editor.children.flatMap((block, index) => (isTheirs(Node.string(block)) ? [] : [index]));
  const block = indexes[Math.floor(random() * indexes.length)]!;
  const length = Node.string(editor.children[block]!).length;
  Transforms.select(editor, { path: [block, 0], offset: Math.floor(random() * (length + 1)) });
  const follows = block > 0 && indexes.includes(block - 1);
  const kind = random();
  if (kind < 0.5) editor.insertText('x');
  else if (kind < 0.75 && length > 2) {
    // Both halves stay ours: neither may be empty, because an empty paragraph has no text in the file.
    Transforms.select(editor, { path: [block, 0], offset: 1 });
    editor.insertBreak();
    Transforms.insertText(editor, 'm', { at: Editor.start(editor, [block + 1]) });
  } else if (follows) {
    Transforms.select(editor, Editor.start(editor, [block]));
    editor.deleteBackward('character');
  }
}

/** The text of the note with a block of others inserted or removed. */
function changedElsewhere(
  session: NoteSession,
  { random, step, placeOf }: { random: () => number; step: number; placeOf: Place },
): string {
  session.print();
  const texts = textsOf(session);
  const theirs = texts.flatMap((text, index) => (isTheirs(text) ? [index] : []));
  if (theirs.length > 0 && random() < 0.4) texts.splice(theirs[Math.floor(random() * theirs.length)]!, 1);
  else texts.splice(placeOf(random, texts.length), 0, `t${step}`);
  return paragraphs(...texts);
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
