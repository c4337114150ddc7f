/** A host as people can read it: no address of numbers in brackets, no port. */
export const HOST_NAME = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
