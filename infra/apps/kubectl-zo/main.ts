import { connectAsUser, type Kube } from '@zo/kube';
import { type Given, read } from './arguments.js';
import { backup } from './backup.js';
import { bundle } from './bundle.js';
import { type Command, say } from './command.js';
import { credits } from './credits.js';
import { dlq, outbox } from './dlq.js';
import { dns } from './dns.js';
import { drain } from './drain.js';
import { Failure, failureOf, usage } from './failure.js';
import { hold, suspend, unhold, wake } from './holds.js';
import { logs } from './logs.js';
import { ls, show } from './look.js';
import { top } from './measure.js';
import { passwordLink } from './password-link.js';
import { restore } from './restore.js';

const COMMANDS: readonly Command[] = [
  ls,
  show,
  top,
  logs,
  dns,
  hold,
  unhold,
  suspend,
  wake,
  drain,
  backup,
  restore,
  outbox,
  dlq,
  credits,
  passwordLink,
  bundle,
];

function help(): string {
  const lines = COMMANDS.map(
    ({ name, usage: form, about }) => `  kubectl zo ${name}${form && ` ${form}`}\n      ${about}`,
  );
  return [
    'Administers computers of Zo. What you may is decided by your roles in the cluster.',
    '',
    ...lines,
    '',
    'Every command takes --kubeconfig FILE and --context NAME.',
  ].join('\n');
}

async function run([name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined || ['help', '--help', '-h'].includes(name)) return say(help());
  const command = COMMANDS.find((known) => known.name === name);
  if (!command) throw usage(`there is no command "${name}"; kubectl zo help lists them`);
  if (rest.some((word) => word === '--help' || word === '-h'))
    return say(`kubectl zo ${name} ${command.usage}\n${command.about}`);
  const given = read(command, rest);
  await command.run(connected(given.options), given);
}

/** @throws Failure when no kubeconfig names a cluster */
function connected(options: Given['options']): Kube {
  const kube = connectAsUser(options);
  // The client's default when there is no kubeconfig.
  if (kube.config.getCurrentCluster()!.server === 'http://localhost:8080')
    throw new Failure('there is no kubeconfig: set KUBECONFIG, or name one with --kubeconfig FILE');
  return kube;
}

try {
  await run(process.argv.slice(2));
  // Sets only the exit code: connections that are kept alive do not prevent the exit.
  process.exitCode = 0;
} catch (error) {
  const { message, code } = failureOf(error);
  process.stderr.write(`zo: ${message}\n`);
  process.exitCode = code;
}
