import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from '@jest/globals';
import { Change, Root, WatchResponse_FileEventSchema } from '@zo/proto/agent/v1';
import { liveMessage } from '@zo/proto/live';
import { fileEventMessage } from './live.messages.js';

const event = (change: number) =>
  create(WatchResponse_FileEventSchema, {
    seq: 3n,
    change: change as Change,
    path: { root: Root.WORKSPACE, segments: ['Notes', 'a.md'] },
    dest: { root: Root.SITES, segments: ['a.md'] },
    atMs: 5,
  });

describe('changes on a computer', () => {
  it.each([Change.CREATED, Change.MODIFIED, Change.DELETED, Change.MOVED])(
    'LS-01 kind %i is sent in the declared shape',
    (change) => {
      const message = fileEventMessage(event(change), 'epoch');
      expect(liveMessage.parse(message)).toEqual(message);
    },
  );

  it('LS-01 only a move has a destination, with its root if that differs', () => {
    expect(fileEventMessage(event(Change.MOVED), '')?.payload).toMatchObject({ destPath: 'a.md', destRoot: 's' });
    expect(fileEventMessage(event(Change.CREATED), '')?.payload).toMatchObject({ destPath: null });
    expect(fileEventMessage(event(Change.CREATED), '')?.payload).not.toHaveProperty('destRoot');
  });

  it.each([Change.UNSPECIFIED, 99])('a change of unknown kind %i is not sent', (change) => {
    expect(fileEventMessage(event(change), '')).toBeUndefined();
  });
});
