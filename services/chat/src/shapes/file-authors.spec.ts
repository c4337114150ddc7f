import { expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, ListVersionsResponseSchema, VersionKind } from '@zo/proto/agent/v1';
import { fileAuthors } from './file-authors.js';

const user = { actor: Actor.USER };
const upload = { actor: Actor.USER, imported: true };
const versions = [
  { seq: 9n, kind: VersionKind.MOVED_HERE, cause: { actor: Actor.ASSISTANT } },
  { seq: 8n, kind: VersionKind.CONTENT, cause: user },
];
const of = (answer: object) => {
  const { all, isWhole } = fileAuthors(create(ListVersionsResponseSchema, { versions, ...answer }));
  return { seqs: all.map(({ seq }) => seq), imported: all.map(({ cause }) => cause?.imported), isWhole };
};

it('who has written a file is told beyond the versions that are listed', () => {
  const origins = [
    { seq: 2n, cause: upload },
    { seq: 8n, cause: user },
  ];
  expect(of({ origins, more: true })).toEqual({ seqs: [2n, 8n], imported: [true, false], isWhole: true });
  expect(of({ origins, moreOrigins: true }).isWhole).toBe(false);
});

it('a computer of the release before tells it by its versions, as far as they are listed', () => {
  expect(of({ more: false })).toEqual({ seqs: [8n], imported: [false], isWhole: true });
  expect(of({ more: true }).isWhole).toBe(false);
});
