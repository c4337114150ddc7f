/** Exports as ChatGPT and Claude write them. */
const at = (n: number) => 1_700_000_000 + n;

type Node = { id: string; parent: string | null; children: string[]; message: object | null };
const node = (id: string, parent: string | null, message: object | null = null): Node => ({
  id,
  parent,
  children: [],
  message,
});

export function said(role: string, content: object | string, more: object = {}): object {
  return {
    author: { role },
    create_time: at(0),
    content: typeof content === 'string' ? { content_type: 'text', parts: [content] } : content,
    recipient: 'all',
    metadata: {},
    ...more,
  };
}

const mapping = (...nodes: Node[]) => Object.fromEntries(nodes.map((one) => [one.id, one]));

/** A question with two answers, of which the second goes on; what no model here needs lies between. */
export const ROSES = {
  title: 'Roses  in\nwinter',
  create_time: at(0),
  update_time: at(500),
  conversation_id: 'chat-roses',
  current_node: 'a3',
  mapping: mapping(
    node('root', null),
    node('sys', 'root', said('system', 'You are ChatGPT')),
    node(
      'hidden',
      'sys',
      said('user', 'Custom instructions', { metadata: { is_visually_hidden_from_conversation: true } }),
    ),
    node('q1', 'hidden', said('user', 'When do I prune roses?', { create_time: at(1) })),
    node('a1', 'q1', said('assistant', 'In autumn.', { create_time: at(2) })),
    node('t2', 'q1', said('assistant', { content_type: 'thoughts', thoughts: [] }, { create_time: at(3) })),
    node(
      'c2',
      't2',
      said('assistant', { content_type: 'code', language: 'unknown', text: 'search("roses")' }, { recipient: 'web' }),
    ),
    node('r2', 'c2', said('tool', 'Results')),
    node('a2', 'r2', said('assistant', 'In late winter.', { create_time: at(4) })),
    node(
      'q2',
      'a2',
      said(
        'user',
        { content_type: 'multimodal_text', parts: ['Is this one dead?', { content_type: 'image_asset_pointer' }] },
        { create_time: at(5) },
      ),
    ),
    node('a3', 'q2', said('assistant', 'Water it\u0000 and wait.', { create_time: at(6) })),
  ),
};

/** Nodes that lead to each other, and a question without an answer. */
export const RING = {
  title: null,
  create_time: at(100),
  conversation_id: 'chat-ring',
  mapping: mapping(
    node('x', 'y', said('user', 'round')),
    node('y', 'x', said('assistant', 'and round')),
    node('lonely', null, said('user', 'Anybody there?')),
  ),
};

export const CLAUDE = {
  uuid: 'c0000000-0000-4000-8000-000000000001',
  name: 'Invoice',
  created_at: '2025-03-01T10:00:00.000000Z',
  updated_at: '2025-03-01T11:00:00.000000Z',
  chat_messages: [
    {
      uuid: 'm1',
      sender: 'human',
      text: 'What is the sum?',
      created_at: '2025-03-01T10:00:00Z',
      attachments: [{ file_name: 'invoice.txt', extracted_content: 'Total: 7 EUR' }],
      files: [{ file_name: 'photo.png' }],
    },
    {
      uuid: 'm2',
      sender: 'assistant',
      text: 'ignored',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Seven euros.' },
        { type: 'tool_use', name: 'repl' },
      ],
      created_at: '2025-03-01T10:01:00Z',
    },
  ],
};

export const many = (count: number) =>
  Array.from({ length: count }, (_none, n) => ({
    ...ROSES,
    title: `Chat ${n}`,
    conversation_id: `many-${n}`,
  }));
