/** The client of the MCP library, as a program with a token of these scopes. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Scope } from '@zo/auth';
import type { Harness } from './harness.js';

export interface Program {
  readonly client: Client;
  /** The text of an answer, and whether it is an error. */
  call(name: string, args: object, options?: Parameters<Client['callTool']>[1]): Promise<Answered>;
  close(): Promise<void>;
}

interface Answered {
  readonly text: string;
  readonly isError: boolean;
}

export const tokenOf = ({ platform, userId }: Harness, scopes: readonly Scope[]) =>
  platform.platform.issuer.mint('chat', { userId, sessionId: 'a token', actor: 'api', owner: false, scopes });

export async function connectProgram(at: Harness, scopes: readonly Scope[]): Promise<Program> {
  const headers = { authorization: `Bearer ${await tokenOf(at, scopes)}` };
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${at.service.url}/api/mcp`), { requestInit: { headers } }),
  );
  return {
    client,
    call: async (name, args, options) => {
      const { content, isError = false } = await client.callTool({ name, arguments: { ...args } }, options);
      const text = content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
      return { text, isError };
    },
    close: () => client.close(),
  };
}
