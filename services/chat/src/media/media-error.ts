/** A model for media failed; the message is a sentence for the user and the model. */
export class MediaError extends Error {
  /** The same request may succeed a moment later. */
  readonly isTemporary: boolean;

  constructor(
    message: string,
    readonly code = 'media_failed',
    { isTemporary = false, ...options }: ErrorOptions & { isTemporary?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'MediaError';
    this.isTemporary = isTemporary;
  }
}
