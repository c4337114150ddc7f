/** Questions to a scripted provider, and what is stored of the answers. */
import type { Script } from '../../../infra/testing/product/fake-provider.js';
import type { Harness } from './harness.js';

export const fine: Script = (answer) => {
  answer.text('fine');
  answer.end();
};

/** One call of a tool, with its name as the id. */
export const calls =
  (tool: string, args: object): Script =>
  (answer) => {
    answer.call(tool, tool, args);
    answer.end('tool_calls');
  };

/** Asks while the provider answers by these scripts, one per request; `asked` counts its requests. */
export async function askScripted(at: Harness, ...scripts: Script[]) {
  at.provider.requests.length = 0;
  at.provider.script(...scripts);
  const begun = performance.now();
  const answer = await at.me.ask('go');
  return { ...answer, ms: performance.now() - begun, asked: at.provider.requests.length };
}

export const lastMessage = async (at: Harness, id: string) =>
  (await at.me.json<any>(`/api/conversations/${id}`)).messages.at(-1);
