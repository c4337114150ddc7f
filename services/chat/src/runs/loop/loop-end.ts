/** How an answer ended. */
export type LoopEnd = { readonly status: 'complete' } | { readonly status: 'failed'; readonly error: string };
