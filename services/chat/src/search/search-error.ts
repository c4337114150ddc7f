/** A search failed; the message is a sentence for the user and the model. */
export class SearchError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SearchError';
  }
}
