/** What chat calls the run that answers a message. */
const ORIGIN = /^message:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** Undefined for runs that do not answer a message. */
export const messageIn = (originId: string): string | undefined => ORIGIN.exec(originId)?.[1];
