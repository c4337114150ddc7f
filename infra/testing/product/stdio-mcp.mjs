// An MCP server on standard input and output, without any library, that misbehaves as `MODE` says. Tests put it into a
// computer and run it there with node.
import { createInterface } from 'node:readline';

const mode = process.env.MODE ?? '';
const said = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const answer = (id, result) => said({ id, result });
const text = (words) => ({ content: [{ type: 'text', text: words }] });

const tools = [
  {
    name: 'echo',
    description: mode === 'changed' ? 'Echoes, and more' : 'Echoes what it is given',
    inputSchema: { type: 'object', properties: { words: { type: 'string' } } },
  },
  { name: 'where', description: 'Says where and as what it runs', inputSchema: { type: 'object' } },
];

const flood = () => {
  while (process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} })}\n`));
  process.stdout.once('drain', flood);
};
const endless = () => {
  while (process.stdout.write('x'.repeat(64 * 1024)));
  process.stdout.once('drain', endless);
};

let calls = 0;
function call(id, { name, arguments: args = {} }) {
  calls++;
  if (mode === 'dies') {
    process.stderr.write('the disk is on fire\n');
    process.exit(3);
  }
  if (mode === 'flood') return flood();
  if (mode === 'endless') return endless();
  if (mode === 'huge') return answer(id, text('x'.repeat(2 * 1024 * 1024)));
  if (mode === 'noise') process.stdout.write('Starting…\n{"half":\n[1,2]\nnull\n"text"\n{"id":{},"result":1}\n');
  if (mode === 'others') for (let other = 1; other < 50; other++) if (other !== id) answer(other, text('not yours'));
  if (mode === 'asks') said({ id: 'q1', method: 'sampling/createMessage', params: { messages: [] } });
  if (mode === 'error') return said({ id, error: { code: -32000, message: 'No luck today' } });
  if (mode === 'silent') return undefined;
  if (name === 'echo') return answer(id, text(String(args.words)));
  return answer(id, text(JSON.stringify({ cwd: process.cwd(), token: process.env.TOKEN, pid: process.pid, calls })));
}

const refused = [];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, error } = JSON.parse(line);
  if (error) refused.push(error.code);
  if (method === 'initialize') {
    if (mode === 'never') return;
    if (mode === 'unwilling') return said({ id, error: { code: 1, message: 'no' } });
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'fixture', version: '1' },
    });
  }
  if (method === 'tools/list') answer(id, { tools });
  if (method === 'tools/call') call(id, params);
});
if (mode === 'crash') {
  process.stderr.write('cannot find module left-pad\n');
  process.exit(1);
}
