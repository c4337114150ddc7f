import { request, type IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';
import type { HostEvent } from '../host/spec.js';
import type {
  BegunCommand,
  CommandBeginning,
  CommandEgress,
  ComputerDriver,
  ComputerSpec,
  DriverEvents,
  FoundComputer,
  RunningComputer,
  WayOutAnswer,
} from './computer.driver.js';

/** Computers as sandboxed processes of this machine, run by the computer host in the launcher. */
export class LocalComputers implements ComputerDriver {
  constructor(private readonly socketPath: string | undefined) {}

  private send(
    method: string,
    path: string,
    options: { body?: unknown; signal?: AbortSignal } = {},
  ): Promise<IncomingMessage> {
    const { socketPath } = this;
    if (!socketPath)
      return Promise.reject(
        new Error('No computers can be started: ZO_COMPUTER_HOST, the address of the computer host, is not set.'),
      );
    return new Promise((resolve, reject) => {
      const outgoing = request({ socketPath, method, path, signal: options.signal, agent: false }, resolve);
      outgoing.once('error', reject);
      outgoing.end(options.body === undefined ? undefined : JSON.stringify(options.body));
    });
  }

  private async ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.send(method, path, { body });
    let text = '';
    for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString('utf8');
    const answer = JSON.parse(text) as T & { message?: string };
    if (response.statusCode !== 200)
      throw new Error(answer.message ?? `The computer host answered ${response.statusCode}.`);
    return answer;
  }

  start(spec: ComputerSpec): Promise<RunningComputer> {
    return this.ask('POST', '/computers', spec);
  }

  async stop(id: string): Promise<void> {
    await this.ask('POST', `/computers/${id}/stop`);
  }

  list(): Promise<RunningComputer[]> {
    return this.ask('GET', '/computers');
  }

  async find(id: string): Promise<FoundComputer | undefined> {
    return (await this.ask<{ found?: FoundComputer }>('GET', `/computers/${id}`)).found;
  }

  async beginCommand(id: string, beginning: CommandBeginning): Promise<BegunCommand | undefined> {
    return (await this.ask<{ begun?: BegunCommand }>('POST', `/computers/${id}/commands`, beginning)).begun;
  }

  async endCommand(id: string, commandId: string): Promise<CommandEgress | undefined> {
    return (await this.ask<{ egress?: CommandEgress }>('DELETE', `/computers/${id}/commands/${commandId}`)).egress;
  }

  async uncounted(): Promise<number> {
    return (await this.ask<{ count: number }>('GET', '/uncounted')).count;
  }

  /** Without an answer the host gives up by itself. */
  private async answer(number: number, answer: Promise<WayOutAnswer>): Promise<void> {
    await answer.then((body) => this.ask('POST', `/answers/${number}`, body)).catch(() => undefined);
  }

  async follow(events: DriverEvents, signal: AbortSignal): Promise<void> {
    const response = await this.send('GET', '/events', { signal });
    try {
      for await (const line of createInterface({ input: response })) {
        const event = JSON.parse(line) as HostEvent;
        if (event.type === 'started') events.started(event.running);
        else if (event.type === 'gone') events.gone(event);
        else if (event.type === 'chosen') events.chosen();
        else void this.answer(event.number, events.asked(event.question));
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
