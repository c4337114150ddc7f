import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { ErrorReason } from '@zo/proto/agent/v1';
import { invalid, agentError } from '../errors.js';
import { openRegular } from '../home/folder.js';
import { restoreHome } from '../home/layout.js';
import { workingFolder, type Shell } from '../processes/run.js';
import { MAX_COLS, MAX_ROWS, Terminal } from './terminal.js';

const MAX = 32;
const MAX_NAME = 64;
/** An ended terminal can still be read for this long. */
const KEEP_ENDED_MS = 60 * 60_000;

// The user's own ~/.bashrc is read first and never written; this only fills in what it leaves unset.
const RC = String.raw`[ -f /etc/bash.bashrc ] && . /etc/bash.bashrc
[ -f ~/.bashrc ] && . ~/.bashrc
case "$PS1" in ''|'\s-\v\$ '|*debian_chroot*|'\u@\h:\w\$ ') PS1='\[\e[1;32m\]\u@\h\[\e[0m\]:\[\e[1;34m\]\w\[\e[0m\]\$ ';; esac
alias ls >/dev/null 2>&1 || alias ls='ls --color=auto'
alias grep >/dev/null 2>&1 || alias grep='grep --color=auto'
HISTCONTROL=ignoreboth; HISTSIZE=10000; HISTFILESIZE=20000
shopt -s histappend checkwinsize
`;

export function checkSize(cols: number, rows: number): void {
  const fits =
    Number.isInteger(cols) && Number.isInteger(rows) && cols >= 2 && rows >= 1 && cols <= MAX_COLS && rows <= MAX_ROWS;
  if (!fits) throw invalid(`A terminal has 2 to ${MAX_COLS} columns and 1 to ${MAX_ROWS} rows.`);
}

/** The terminals of this computer. */
export class Terminals {
  private readonly all = new Map<string, Terminal>();

  constructor(private readonly shell: Shell) {}

  private sweep(): void {
    const before = Date.now() - KEEP_ENDED_MS;
    for (const [id, terminal] of this.all)
      if (terminal.exitCode !== null && terminal.lastActive < before) this.all.delete(id);
  }

  async create(cols: number, rows: number, cwd: string): Promise<Terminal> {
    checkSize(cols || 80, rows || 24);
    this.sweep();
    if ([...this.all.values()].filter(({ exitCode }) => exitCode === null).length >= MAX) {
      throw agentError(ErrorReason.LIMIT_REACHED, `At most ${MAX} terminals can be open.`);
    }
    const folder = workingFolder(this.shell, cwd);
    const rc = this.writeRc();
    // Loaded with the first terminal: most computers never open one.
    const { spawn } = await import('@lydell/node-pty');
    const env = { ...this.shell.env, TERM: 'xterm-256color', COLORTERM: 'truecolor' };
    const pty = spawn('/bin/bash', ['--rcfile', rc, '-i'], {
      cols: cols || 80,
      rows: rows || 24,
      cwd: folder,
      env,
      encoding: null,
    });
    const terminal = new Terminal(randomBytes(8).toString('hex'), pty, folder);
    this.all.set(terminal.id, terminal);
    return terminal;
  }

  private writeRc(): string {
    restoreHome(this.shell.home.folder, ['.computer']);
    const file = join(this.shell.home.path, '.computer', 'bashrc');
    if (beginningOf(file) === RC) return file;
    fs.rmSync(file, { force: true, recursive: true });
    fs.writeFileSync(file, RC, { flag: 'wx' });
    return file;
  }

  list(): Terminal[] {
    this.sweep();
    return [...this.all.values()];
  }

  get(id: string): Terminal {
    const terminal = this.all.get(id);
    if (!terminal) throw agentError(ErrorReason.TERMINAL_NOT_FOUND, `There is no terminal ${id}.`);
    return terminal;
  }

  rename(id: string, name: string): Terminal {
    if (name.length > MAX_NAME || /\p{Cc}/u.test(name))
      throw invalid(`A name has at most ${MAX_NAME} characters, in one line.`);
    const terminal = this.get(id);
    terminal.name = name;
    return terminal;
  }

  close(id: string): void {
    this.get(id).close();
    this.all.delete(id);
  }

  closeAll(): void {
    for (const id of this.all.keys()) this.close(id);
  }
}

/** The beginning of a file, one byte longer than our own content; empty when it is not a regular file. */
function beginningOf(file: string): string {
  try {
    const fd = openRegular(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    try {
      const begun = Buffer.alloc(Buffer.byteLength(RC) + 1);
      return begun.toString('utf8', 0, fs.readSync(fd, begun));
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return '';
  }
}
