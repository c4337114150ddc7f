/** The run waits for its user without a worker; it is resumed when the answer is there. */
export class ParkedError extends Error {}
