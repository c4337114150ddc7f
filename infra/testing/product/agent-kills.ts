/** Concurrent clients that change the files of one user and track which states each document may legally be in. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Person } from './product.js';

/** Path of a document and the sequence number of its content. */
export interface State {
  readonly path: string;
  readonly seq: number;
}
const ABSENT = 'absent';
type Possible = State | typeof ABSENT;

const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Content that verifies itself: its hash, document, sequence number and padding. */
export function contentOf(document: string, seq: number): string {
  const body = `${document}|${seq}|${'x'.repeat((seq * 37) % 9_000)}`;
  return `${hash(body)}|${body}`;
}

/** State of every document on disk. @throws on a torn file, a temporary name, or two files of one document */
export function documentsBelow(workspace: string): Map<string, State> {
  const found = new Map<string, State>();
  for (const entry of readdirSync(workspace, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    if (entry.name.startsWith('.zo-tmp')) continue;
    const text = readFileSync(full, 'utf8');
    const [document, seq] = text.slice(65).split('|');
    if (text.slice(0, 64) !== hash(text.slice(65))) throw new Error(`torn: ${full}`);
    if (found.has(document!)) throw new Error(`twice: ${full} and ${found.get(document!)!.path}`);
    found.set(document!, { path: full.slice(workspace.length + 1), seq: Number(seq) });
  }
  return found;
}

const at = (path: string) => ({ root: 'w', path: path.split('/') });
const parent = (path: string) => path.slice(0, path.lastIndexOf('/'));
const base = (path: string) => path.slice(path.lastIndexOf('/') + 1);

interface Move {
  readonly to: Possible;
  readonly send: () => Promise<Response>;
  /** Reads the name in the trash from the response, because the server chooses it. */
  readonly learn?: (answer: unknown) => Possible;
}

/** One client: 25 documents of its own in nested folders. */
export class FileClient {
  /** Possible states of each document: one after an acknowledgement, several after an unknown outcome. */
  readonly states = new Map<string, Possible[]>();
  acknowledged = 0;
  unknown = 0;
  readonly counts: Record<string, number> = {};
  private seq = 0;
  private folder: 'outer' | 'inner' = 'outer';

  constructor(
    private readonly person: Person,
    private readonly id: number,
  ) {}

  private readonly home = () => `hand${this.id}/${this.folder === 'outer' ? 'a' : 'b/a'}`;

  /** Creates the folders of this client: `a` is moved into `b` and back, with everything below. */
  async prepare(): Promise<void> {
    for (const path of [`hand${this.id}`, `hand${this.id}/a`, `hand${this.id}/a/deep`, `hand${this.id}/b`])
      await this.person.json('/api/files/create', { ...at(path), type: 'folder' });
  }

  /** After a crash: takes over the state on disk when it is legal. @throws otherwise */
  settle(found: ReadonlyMap<string, State>): void {
    for (const [document, possible] of this.states) {
      const is = found.get(document) ?? ABSENT;
      const same = (state: Possible) =>
        state === ABSENT || is === ABSENT
          ? state === is
          : state.seq === is.seq &&
            (state.path === is.path || (state.path === 'Trash/?' && is.path.startsWith('Trash/')));
      if (!possible.some(same))
        throw new Error(`${document} is ${JSON.stringify(is)}, legal were ${JSON.stringify(possible)}`);
      this.states.set(document, [is]);
    }
    const outside = [...this.states.values()]
      .flatMap(([state]) => (state === ABSENT || !state ? [] : [state.path]))
      .find((path) => path.startsWith(`hand${this.id}/b/a/`));
    const inside = [...this.states.values()]
      .flatMap(([state]) => (state === ABSENT || !state ? [] : [state.path]))
      .find((path) => path.startsWith(`hand${this.id}/a/`));
    if (outside) this.folder = 'inner';
    else if (inside) this.folder = 'outer';
  }

  /** Runs one operation on one document or on the whole folder; resolves when it has an outcome. */
  async act(random: () => number): Promise<void> {
    if (random() < 0.04 && this.states.size > 3) return this.moveFolder();
    const document = `h${this.id}d${Math.floor(random() * 25)}`;
    const [state] = this.states.get(document) ?? [ABSENT];
    const [name, move] =
      state === ABSENT || state === undefined
        ? this.making(document, random)
        : state.path.startsWith('Trash/')
          ? this.restoring(state)
          : this.changing(document, state, random);
    const before = this.states.get(document) ?? [ABSENT];
    this.states.set(document, [...before, move.to]);
    const answer = await this.send(name, move.send);
    if (answer === undefined) return;
    this.states.set(document, [move.learn?.(answer) ?? move.to]);
  }

  private making(document: string, random: () => number): [string, Move] {
    const path = `${this.home()}${random() < 0.5 ? '/deep' : ''}/${document}-${++this.seq}.txt`;
    const content = contentOf(document, this.seq);
    if (random() < 0.4) return ['upload', { to: { path, seq: this.seq }, send: () => this.upload(path, content) }];
    return [
      'create',
      {
        to: { path, seq: this.seq },
        send: () => this.person.post('/api/files/write', { ...at(path), content, base: { absent: true } }),
      },
    ];
  }

  private changing(document: string, state: State, random: () => number): [string, Move] {
    const dice = random();
    const seq = ++this.seq;
    if (dice < 0.4)
      return [
        'edit',
        {
          to: { path: state.path, seq },
          send: () =>
            this.person.post('/api/files/write', {
              ...at(state.path),
              content: contentOf(document, seq),
              base: { any: true },
            }),
        },
      ];
    if (dice < 0.6)
      return [
        'rename',
        {
          to: { path: `${parent(state.path)}/${document}-${seq}.txt`, seq: state.seq },
          send: () => this.person.post('/api/files/rename', { ...at(state.path), name: `${document}-${seq}` }),
        },
      ];
    if (dice < 0.8) {
      const target = state.path.includes('/deep/') ? this.home() : `${this.home()}/deep`;
      return [
        'move',
        {
          to: { path: `${target}/${base(state.path)}`, seq: state.seq },
          send: () => this.person.post('/api/files/move', { items: [at(state.path)], target: at(target) }),
        },
      ];
    }
    const learn = (answer: unknown) => ({
      path: `Trash/${(answer as { results: { trashed: string }[] }).results[0]!.trashed}`,
      seq: state.seq,
    });
    this.origins.set(document, state.path);
    return [
      'trash',
      {
        to: { path: 'Trash/?', seq: state.seq },
        learn,
        send: () => this.person.post('/api/files/trash', { items: [at(state.path)] }),
      },
    ];
  }

  private readonly origins = new Map<string, string>();

  private restoring(state: State): [string, Move] {
    const origin = [...this.origins].find(([document]) => this.states.get(document)?.[0] === state)![1];
    const learn = (answer: unknown) => ({
      path: (answer as { results: { to: { path: string[] } }[] }).results[0]!.to.path.join('/'),
      seq: state.seq,
    });
    return [
      'restore',
      {
        to: { path: origin, seq: state.seq },
        learn,
        send: () => this.person.post('/api/files/restore', { names: [base(state.path)] }),
      },
    ];
  }

  private async moveFolder(): Promise<void> {
    const [from, into] =
      this.folder === 'outer' ? [`hand${this.id}/a`, `hand${this.id}/b`] : [`hand${this.id}/b/a`, `hand${this.id}`];
    const moved = new Map<string, Possible[]>();
    for (const [document, [state]] of this.states)
      if (state && state !== ABSENT && state.path.startsWith(`${from}/`))
        moved.set(document, [{ ...state, path: `${into}/a${state.path.slice(from.length)}` }]);
    for (const [document, after] of moved) this.states.set(document, [...this.states.get(document)!, ...after]);
    const answer = await this.send('move folder', () =>
      this.person.post('/api/files/move', { items: [at(from)], target: at(into) }),
    );
    if (answer === undefined) return;
    for (const [document, after] of moved) this.states.set(document, after);
    this.folder = this.folder === 'outer' ? 'inner' : 'outer';
  }

  private upload(path: string, content: string): Promise<Response> {
    const form = new FormData();
    form.set('pathParts', JSON.stringify(parent(path).split('/')));
    form.set('clash', 'refuse');
    form.set('file', new File([content], base(path)));
    return this.person.fetch('/api/file-uploads/single', { method: 'POST', body: form });
  }

  /** The body of a successful response; undefined when the outcome is unknown. */
  private async send(name: string, request: () => Promise<Response>): Promise<unknown> {
    this.counts[name] = (this.counts[name] ?? 0) + 1;
    const answer = await request();
    const body = (await answer.json()) as { results?: { error?: string }[] };
    const failed = !answer.ok || (body.results ?? []).some(({ error }) => error !== undefined);
    if (answer.status >= 500 && answer.status !== 503)
      throw new Error(`${name}: ${answer.status} ${JSON.stringify(body)}`);
    if (failed) this.unknown++;
    else this.acknowledged++;
    this.uncertain = failed;
    return failed ? undefined : body;
  }

  /** Set after an unknown outcome: this client pauses until the disk is checked. */
  uncertain = false;
}
