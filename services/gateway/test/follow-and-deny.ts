import type { Person } from '../../../infra/testing/product/product.js';

/** Follows a run to its end and denies every approval. */
export async function followAndDeny(person: Person, run: string): Promise<void> {
  const answer = await person.fetch(`/api/runs/${run}/events`);
  let text = '';
  let seen = 0;
  for await (const part of answer.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    const asked = [...text.matchAll(/"approval_id":"([^"]+)"/g)];
    for (const [, approval] of asked.slice(seen))
      await person.post(`/api/runs/${run}/approvals/${approval}`, { decision: 'deny' });
    seen = asked.length;
  }
}
