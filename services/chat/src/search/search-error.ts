/** A search failed; the message is a sentence for the user and the model. */
export class SearchError extends Error {
  /** `wasSent`: the service may have charged it. */
  constructor(
    message: string,
    { wasSent = false, code = 'search_failed', ...options }: ErrorOptions & { wasSent?: boolean; code?: string } = {},
  ) {
    super(message, options);
    this.name = 'SearchError';
    this.wasSent = wasSent;
    this.code = code;
  }

  readonly wasSent: boolean;
  readonly code: string;
}
