import { mergeText, type MergeInput } from './merge';

// Merges away from the page, which would stop answering during a long comparison.
addEventListener('message', ({ data }: MessageEvent<{ id: number; input: MergeInput }>) =>
  postMessage({ id: data.id, merge: mergeText(data.input) }),
);
