import type { Person } from '../../../infra/testing/product/product.js';
import { subscriptionAt } from '../../../infra/testing/product/fake-push.js';
import { startFakeMcp } from '../../../infra/testing/product/fake-mcp.js';
import { askFor, connectProgram, requestOfProgram } from '../../../infra/testing/product/oauth-client.js';
import type { OwnedObjects } from './rows.js';

/** Creates one object of every kind that has an id. */
export async function createObjects(person: Person): Promise<OwnedObjects> {
  const sent = await person.json<{ conversation_id: string; message_id: string; run_id: string }>(
    '/api/conversations/new/messages',
    { text: 'run echo mine' },
  );
  await (await person.fetch(`/api/runs/${sent.run_id}/events`)).text();
  const { uploadId } = await person.json<{ uploadId: string }>('/api/file-uploads/init', {
    pathParts: [],
    fileName: 'up.bin',
    totalBytes: 4,
  });
  const terminal = await person.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
  const provider = await person.json<{ id: string }>('/api/models/providers', {
    kind: 'openai',
    label: 'mine',
    api_key: 'sk-canary',
    models: ['gpt'],
  });
  const invitation = await person.json<{ id: string }>('/api/admin/invitations', {});
  const zofile = await person.json<{ id: string }>('/api/zofiles/', { name: 'mine', prompt: 'private prompt' });
  const schedule = await person.json<{ id: string }>('/api/schedules', {
    instruction: 'private instruction',
    rrule: 'FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0',
    zone: 'UTC',
  });
  const routine = await person.json<{ id: string }>('/api/zoroutines', {
    file_path: 'w/mine.zoroutine',
    instruction: 'private instruction',
  });
  const letter = await person.json<{ id: string }>('/api/outbox/mail', { subject: 'mine', text: 'private words' });
  const { senders } = await person.json<{ senders: { id: string }[] }>('/api/channels/senders', {
    address: 'mine@example.org',
  });
  const { devices } = await person.json<{ devices: { id: string }[] }>('/api/channels/devices', {
    subscription: subscriptionAt('https://push.example/mine'),
    name: 'mine',
  });
  const { code } = await person.json<{ code: string }>('/api/machines/codes', {});
  const machine = await person.json<{ machine_id: string }>('/api/machines/pair', {
    code,
    name: 'mine',
    platform: 'linux',
    folder: '/home/mine',
    shell: true,
  });
  const grant = await person.json<{ id: string }>('/api/granted-hosts/', { host: 'mine.example' });
  const { token } = await person.json<{ token: { id: string } }>('/api/tokens', {
    name: 'mine',
    scopes: ['files:read'],
    days: 1,
  });
  const fake = await startFakeMcp([{ name: 'private_tool' }]);
  const server = await person.json<{ id: string }>('/api/mcp-servers', {
    name: 'mine',
    url: fake.url,
    secret: 'mcp-canary',
  });
  await fake.stop();
  const program = await connectProgram(person);
  const question = await askFor(person, (await requestOfProgram(person)).toString());
  const { sessions } = await person.json<{ sessions: { id: string }[] }>('/api/auth/sessions');
  return {
    conversation: sent.conversation_id,
    run: sent.run_id,
    message: sent.message_id,
    upload: uploadId,
    terminal: terminal.id,
    provider: provider.id,
    invitation: invitation.id,
    zofile: zofile.id,
    routine: routine.id,
    schedule: schedule.id,
    letter: letter.id,
    sender: senders[0]!.id,
    device: devices[0]!.id,
    machine: machine.machine_id,
    grant: grant.id,
    token: token.id,
    server: server.id,
    program: program.id,
    question: question.id,
    session: sessions[0]!.id,
  };
}
