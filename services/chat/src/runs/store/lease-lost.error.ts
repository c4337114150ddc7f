/** Another process continues the run, because the lease was lost or this process shuts down. */
export class LeaseLostError extends Error {
  constructor() {
    super('the lease of the run was lost');
  }
}
