/** Runs tools on one computer for `GET /?name=…&args=…` and answers with the error code or the type of the result. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Computer, type ComputerAddress } from '@zo/computer-client';
import { reportUsage } from '@zo/testing/usage';
import { tools } from '../src/tools/manifest.js';
import type { ToolContext } from '../src/tools/tool.js';
import { explainToolError } from '../src/tools/tool-errors.js';
import { ToolRegistry } from '../src/tools/tool-registry.js';

const { at, responseTimeoutMs } = JSON.parse(process.argv[2]!) as { at: ComputerAddress; responseTimeoutMs: number };
const computer = new Computer(at, responseTimeoutMs);
const registry = new ToolRegistry(tools);

const context = (): ToolContext => ({
  computer,
  search: undefined,
  schedules: {
    create: () => Promise.reject(new Error('nothing is scheduled here')),
    edit: () => Promise.reject(new Error('nothing is scheduled here')),
  },
  sendToUser: () => Promise.reject(new Error('nothing is sent here')),
  callApp: () => Promise.reject(new Error('no app is connected here')),
  videoOrder: () => Promise.reject(new Error('no video is ordered here')),
  isTakenOver: () => false,
  media: {},
  meter: (_use, work) => work(() => undefined),
  notCharged: async () => undefined,
  pictureRoom: async () => undefined,
  keepPictures: async () => ({ run_id: '', id: '' }),
  mayBePrivate: () => false,
  signal: AbortSignal.timeout(5_000),
  output: () => undefined,
  hasRead: () => undefined,
  conversationId: 'c1',
  hasWritten: () => undefined,
  shows: () => undefined,
  remembers: async () => true,
  ask: async () => undefined,
  askModel: async () => '',
  delegate: async () => ({ answer: '', sources: [] }),
  confined: false,
  mayRunLater: false,
  programs: [],
  letRun: async () => undefined,
  willRun: async () => ({
    env: {},
    closedTicket: '',
    rehearse: false,
    ended: () => undefined,
    leftToRun: () => undefined,
    over: async () => undefined,
  }),
  onMachine: () => Promise.reject(new Error('there is no machine here')),
  willRunThere: async () => () => undefined,
  recordTraffic: async () => ({ over: async () => undefined }),
  seen: async () => undefined,
});

async function use(name: string, args: unknown): Promise<string> {
  const tool = registry.get(name)!;
  return tool.execute(tool.input.parse(args), context()).then(
    (result) => (result.type === 'error' ? (result.code ?? 'error') : result.type),
    (error: unknown) => explainToolError(error).code,
  );
}

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url!, 'http://tools');
  void use(searchParams.get('name')!, JSON.parse(searchParams.get('args')!)).then((outcome) => response.end(outcome));
});
server.listen(0, '127.0.0.1', () => {
  reportUsage();
  process.send!({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
process.on('disconnect', () => process.exit(0));
