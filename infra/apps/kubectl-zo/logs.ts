import { pipeline } from 'node:stream/promises';
import { apiErrorOf } from '@zo/kube';
import { podName } from '@zo/compute/operator/resources';
import { type Command } from './command.js';
import { computerOf } from './computers.js';
import { Failure, usage } from './failure.js';
import { raw } from './raw.js';

const CONTROL = /[^\P{Cc}\n\t]+/gu;

export const logs: Command = {
  name: 'logs',
  positionals: ['HANDLE'],
  options: { follow: 'boolean', previous: 'boolean', tail: 'string' },
  usage: 'HANDLE [-f] [--tail 100] [--previous]',
  about: 'the log of a computer’s agent, followed with -f; without the output of the user’s programs',
  async run(kube, { positionals, options: { tail }, flags }) {
    if (tail !== undefined && !/^\d{1,6}$/.test(tail)) throw usage(`--tail is a number of lines, and not "${tail}"`);
    const { metadata, spec, status } = await computerOf(kube, positionals[0]!);
    const query = new URLSearchParams({
      container: 'agent',
      ...(tail && { tailLines: tail }),
      ...(flags.has('follow') && { follow: 'true' }),
      ...(flags.has('previous') && { previous: 'true' }),
    });
    // The reader may close the pipe early (`| head`).
    process.stdout.on('error', () => process.exit());
    try {
      const answer = await raw(
        kube,
        `/api/v1/namespaces/${metadata.namespace}/pods/${podName(metadata.name)}/log?${query}`,
      );
      answer.setEncoding('utf8');
      await pipeline(answer, harmless, process.stdout, { end: false });
    } catch (error) {
      if (apiErrorOf(error)?.code === 404)
        throw new Failure(`${spec.handle} is ${status?.phase ?? 'Pending'}: it has no pod and no log`);
      throw error;
    }
  },
};

/** Replaces control characters, so that a log cannot move the cursor or colour the terminal. */
async function* harmless(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const chunk of chunks) yield chunk.replaceAll(CONTROL, ' ');
}
