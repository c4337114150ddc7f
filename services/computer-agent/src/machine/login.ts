/** Starts `zo-machine` when its user logs in: as a unit of systemd on Linux, as an agent of launchd on macOS. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, platform, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { configFolder } from './config.js';

/** The exit status of a program that a restart does not help: it is not paired (any more). */
export const NOT_PAIRED = 78;

/** What is started. */
export interface LoginCommand {
  readonly url: string;
  readonly node: string;
  readonly program: string;
  /** Variables of the shell that installs it, which the programs of its user need. */
  readonly environment: Readonly<Record<string, string>>;
  /** Where its output goes on macOS; on Linux it is in the journal. */
  readonly log: string;
}

/** How the system of this machine starts programs at login. */
interface LoginService {
  readonly file: string;
  text(command: LoginCommand): string;
  /** Each returns false where the system did not answer; the file counts from the next login on all the same. */
  start(): boolean;
  stop(): boolean;
  forget(): void;
}

const RESTART_S = 30;

/** Of one Zo. Characters that a file name or a label may not have are left out. */
const nameOf = (url: string): string => `zo-machine-${new URL(url).host.replaceAll(/[^\w.-]/g, '_')}`;

const run = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 60_000 }).status === 0;

/** As systemd reads words: `%` begins a specifier, and `$` a variable in commands. */
const quoted = (word: string): string => `"${plain(word).replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%')}"`;
const quotedInCommand = (word: string): string => quoted(word).replaceAll('$', '$$$$');

/** @throws Error for what neither file can hold */
function plain(word: string): string {
  if (/\p{Cc}/u.test(word)) throw new Error(`“${word}” has a character that cannot be written to a file of settings.`);
  return word;
}

/** The unit of systemd that runs the command. */
export function systemdUnit({ url, node, program, environment }: LoginCommand): string {
  return `[Unit]
Description=Connects this machine to Zo at ${plain(url).replaceAll('%', '%%')}

[Service]
ExecStart=${[node, program, '--url', url].map(quotedInCommand).join(' ')}
${Object.entries(environment)
  .map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}\n`)
  .join('')}WorkingDirectory=%h
Restart=on-failure
RestartSec=${RESTART_S}
RestartPreventExitStatus=${NOT_PAIRED}

[Install]
WantedBy=default.target
`;
}

const escaped = (text: string): string =>
  plain(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** The agent of launchd that runs the command. */
export function launchdAgent({ url, node, program, environment, log }: LoginCommand): string {
  const text = (value: string) => `<string>${escaped(value)}</string>`;
  const words = [node, program, '--url', url].map((word) => `    ${text(word)}\n`).join('');
  const variables = Object.entries(environment)
    .map(([name, value]) => `    <key>${escaped(name)}</key>\n    ${text(value)}\n`)
    .join('');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  ${text(nameOf(url))}
  <key>ProgramArguments</key>
  <array>
${words}  </array>
  <key>EnvironmentVariables</key>
  <dict>
${variables}  </dict>
  <key>RunAtLoad</key>
  <true/>
  <key>KeepAlive</key>
  <dict>
    <key>SuccessfulExit</key>
    <false/>
  </dict>
  <key>ThrottleInterval</key>
  <integer>${RESTART_S}</integer>
  <key>StandardOutPath</key>
  ${text(log)}
  <key>StandardErrorPath</key>
  ${text(log)}
</dict>
</plist>
`;
}

function systemd(url: string): LoginService {
  const unit = `${nameOf(url)}.service`;
  return {
    file: join(configFolder(), 'systemd', 'user', unit),
    text: systemdUnit,
    start: () =>
      run('systemctl', '--user', 'daemon-reload') &&
      run('systemctl', '--user', 'enable', unit) &&
      run('systemctl', '--user', 'restart', unit),
    stop: () => run('systemctl', '--user', 'stop', unit),
    forget: () => {
      run('systemctl', '--user', 'disable', unit);
      // Where systemd does not answer, its link to the unit is left.
      rmSync(join(configFolder(), 'systemd', 'user', 'default.target.wants', unit), { force: true });
    },
  };
}

function launchd(url: string): LoginService {
  const domain = `gui/${userInfo().uid}`;
  const file = join(homedir(), 'Library', 'LaunchAgents', `${nameOf(url)}.plist`);
  return {
    file,
    text: launchdAgent,
    start: () => run('launchctl', 'bootstrap', domain, file),
    stop: () => run('launchctl', 'bootout', `${domain}/${nameOf(url)}`),
    forget: () => void run('launchctl', 'bootout', `${domain}/${nameOf(url)}`),
  };
}

const serviceOf = (url: string, system: NodeJS.Platform): LoginService =>
  system === 'darwin' ? launchd(url) : systemd(url);

/** Ends the one that the system runs, so that another can take its place. */
export function stopLogin(url: string, system = platform()): void {
  const service = serviceOf(url, system);
  if (existsSync(service.file)) service.stop();
}

/** Writes the file and starts the program. Doing it again changes nothing. @returns what was done, line by line */
export function installLogin(command: LoginCommand, system = platform()): string[] {
  const service = serviceOf(command.url, system);
  const text = service.text(command);
  const isNew = !existsSync(service.file) || readFileSync(service.file, 'utf8') !== text;
  if (isNew) {
    mkdirSync(dirname(service.file), { recursive: true });
    const scratch = `${service.file}.new`;
    writeFileSync(scratch, text);
    renameSync(scratch, service.file);
  }
  const isStarted = service.start();
  return [
    `${isNew ? 'Wrote' : 'Kept'} ${service.file}.`,
    isStarted
      ? 'It runs now, and starts whenever you log in.'
      : 'It starts when you log in the next time: the system did not answer now.',
    ...(system === 'darwin' ? [] : ['To start it without a login, too: loginctl enable-linger']),
    'zo-machine --uninstall ends that.',
  ];
}

/**
 * Ends the program and removes the file, and the copy of the program. The machine stays paired.
 * @returns what was done, line by line
 */
export function uninstallLogin(url: string, folder: string, system = platform()): string[] {
  const service = serviceOf(url, system);
  if (!existsSync(service.file)) return ['It does not start at login.'];
  service.stop();
  forgetLogin(url, system);
  rmSync(programIn(folder), { recursive: true, force: true });
  return [
    `Removed ${service.file}. It does not start at login any more.`,
    'This machine stays paired; Settings › Machines removes it.',
  ];
}

/** Removes the file, so that the system does not start the program again. */
export function forgetLogin(url: string, system = platform()): void {
  const service = serviceOf(url, system);
  if (!existsSync(service.file)) return;
  service.forget();
  rmSync(service.file);
}

/** Of npx: what it has fetched may be removed at any time. */
const FETCHED = /^(.*[/\\]_npx[/\\][^/\\]+[/\\]node_modules)[/\\](.+)$/;

const programIn = (folder: string): string => join(folder, 'program');

/** Where the program is from now on. One that npx has fetched is copied with what it needs. */
export function keepProgram(program: string, folder: string): string {
  const [, modules, inside] = FETCHED.exec(program) ?? [];
  if (!modules) return program;
  const kept = join(programIn(folder), 'node_modules');
  const scratch = `${kept}.new`;
  rmSync(scratch, { recursive: true, force: true });
  cpSync(modules, scratch, { recursive: true, verbatimSymlinks: true });
  rmSync(kept, { recursive: true, force: true });
  renameSync(scratch, kept);
  return join(kept, inside!);
}
