import { Client } from 'pg';

/** Calls back for every statement that a client of this process sends while `work` runs. */
export async function watchQueries(
  work: () => Promise<unknown>,
  onQuery: (client: Client, statement: string | { readonly text: string }) => void,
): Promise<void> {
  const query = Client.prototype.query as (this: Client, ...args: unknown[]) => unknown;
  Client.prototype.query = function (this: Client, ...args: unknown[]) {
    onQuery(this, args[0] as string | { text: string });
    return query.apply(this, args);
  } as typeof Client.prototype.query;
  try {
    await work();
  } finally {
    Client.prototype.query = query as typeof Client.prototype.query;
  }
}
