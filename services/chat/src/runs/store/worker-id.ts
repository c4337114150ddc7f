/** Name of this process in leases; a new one with each start, so that nobody mistakes it for its predecessor. */
export const workerId = crypto.randomUUID();
