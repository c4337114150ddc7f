import { mergeText, type MergeInput } from './merge';

// Merges outside the main thread, which a long comparison would block.
addEventListener('message', ({ data }: MessageEvent<{ id: number; input: MergeInput }>) =>
  postMessage({ id: data.id, merge: mergeText(data.input) }),
);
