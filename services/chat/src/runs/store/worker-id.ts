/** Id of this process in leases; new at each start, so that a process never holds the leases of its predecessor. */
export const workerId = crypto.randomUUID();
