/** A chat of another assistant or installation, as it becomes one here. */
export interface ImportedMessage {
  /** Of the source. */
  readonly id: string;
  /** A message of the list before this one. */
  readonly parent: string | null;
  readonly role: 'user' | 'assistant';
  text: string;
  readonly at: Date;
}

export interface ImportedChat {
  readonly source: 'chatgpt' | 'claude' | 'zo';
  /** Of the source. */
  readonly id: string;
  readonly title: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Parents before their children. */
  readonly messages: readonly ImportedMessage[];
  /** The last message of the branch that was shown. */
  readonly leaf: string | null;
}

/** A node of the tree of a source. */
export interface SourceNode {
  readonly id: string;
  readonly parent: string | null;
  /** Undefined: it says nothing that is kept, and what follows it belongs to what came before. */
  readonly said:
    { readonly role: 'user' | 'assistant'; readonly text: string; readonly at: Date | undefined } | undefined;
}

/** What could not be kept, by its kind. */
export class Losses {
  private readonly found = new Map<string, { count: number; readonly example: string }>();

  add(what: string, example = '', count = 1): void {
    const known = this.found.get(what);
    if (known) known.count += count;
    else this.found.set(what, { count, example: example.slice(0, 200) });
  }

  get list(): readonly { readonly what: string; readonly count: number; readonly example: string }[] {
    return [...this.found].map(([what, { count, example }]) => ({ what, count, example }));
  }
}

const MAX_TEXT = 200_000;

/**
 * Walks the tree from its roots: without nodes that say nothing, and with neighbours of one author joined where nothing
 * branches. What no root leads to, such as a ring, is left out.
 */
export function messagesOf(
  nodes: ReadonlyMap<string, SourceNode>,
  { since, losses }: { since: Date; losses: Losses },
): { messages: ImportedMessage[]; placeOf: (id: string | undefined) => string | null } {
  const children = new Map<string | null, SourceNode[]>();
  for (const node of nodes.values()) {
    const parent = node.parent !== null && nodes.has(node.parent) ? node.parent : null;
    const known = children.get(parent);
    if (known) known.push(node);
    else children.set(parent, [node]);
  }
  const messages: ImportedMessage[] = [];
  /** The message that each node became part of; null before the first. */
  const places = new Map<string, ImportedMessage | null>();
  const open = (children.get(null) ?? []).toReversed().map((node) => ({ node, before: NOTHING, alone: false }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, before, alone } = next;
    const message = placed(node, { before, alone, since, losses });
    if (message !== before) messages.push(message!);
    places.set(node.id, message);
    const following = children.get(node.id) ?? [];
    const isAlone = following.length === 1 && (message !== before || alone || node.said !== undefined);
    open.push(...following.toReversed().map((child) => ({ node: child, before: message, alone: isAlone })));
  }
  if (places.size < nodes.size) losses.add('messages that belong to no chat', '', nodes.size - places.size);
  return { messages, placeOf: (id) => (id === undefined ? null : (places.get(id)?.id ?? null)) };
}

const NOTHING: ImportedMessage | null = null;

function placed(
  { id, said }: SourceNode,
  { before, alone, since, losses }: { before: ImportedMessage | null; alone: boolean; since: Date; losses: Losses },
): ImportedMessage | null {
  if (!said || said.text.trim() === '') return before;
  if (before && alone && before.role === said.role && before.text.length + said.text.length < MAX_TEXT) {
    before.text += `\n\n${said.text}`;
    return before;
  }
  if (said.text.length > MAX_TEXT) losses.add('ends of messages that are too long', said.text.slice(0, 100));
  const text = said.text.slice(0, MAX_TEXT);
  return { id, parent: before?.id ?? null, role: said.role, text, at: said.at ?? before?.at ?? since };
}

const FIRST = Date.UTC(2000, 0, 1);
const LAST = Date.UTC(2100, 0, 1);

/** Undefined for what is no time, or none that can be. */
export function timeOf(value: unknown): Date | undefined {
  const ms = typeof value === 'number' ? value * 1_000 : typeof value === 'string' ? Date.parse(value) : NaN;
  return ms > FIRST && ms < LAST ? new Date(ms) : undefined;
}
