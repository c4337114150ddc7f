/** Asks a computer's agent to quiesce, before the computer itself is ended. */
import { connect } from 'node:http2';
import { connect as open } from 'node:net';
import { type AgentIdentity, AgentTokenIssuer } from '@zo/agent-token';

/** More than the agent needs at most: its hook, its grace period and a slow disk. */
const QUIESCE_TIMEOUT_MS = 20_000;
/** The agent answers pings even while it quiesces. */
const PING_TIMEOUT_MS = 5_000;
const PATH = '/agent.v1.ComputerService/Quiesce';

/**
 * Resolves when the agent has quiesced, or cannot: the computer is ended either way. Returns the reason of a failure,
 * or ''.
 */
export async function askToQuiesce(
  socketPath: string,
  agent: AgentIdentity,
  pingTimeoutMs = PING_TIMEOUT_MS,
): Promise<string> {
  const authorization = await new AgentTokenIssuer(agent).bearer();
  return new Promise((resolve) => {
    const session = connect('http://agent', { createConnection: () => open(socketPath) });
    const done = (failure: string) => {
      clearTimeout(timer);
      clearTimeout(silent);
      session.destroy();
      resolve(failure);
    };
    const timer = setTimeout(
      () => done(`its agent did not end within ${QUIESCE_TIMEOUT_MS / 1000} s`),
      QUIESCE_TIMEOUT_MS,
    );
    const silent = setTimeout(() => done('its agent does not answer'), pingTimeoutMs);
    session.ping(() => clearTimeout(silent));
    session.once('error', (error) => done(error.message)).once('close', () => done('its agent ended'));
    const request = session.request({
      ':method': 'POST',
      ':path': PATH,
      'content-type': 'application/json',
      authorization,
    });
    request.once('error', (error) => done(error.message));
    request.once('response', ({ ':status': status }) => done(status === 200 ? '' : `its agent answered ${status}`));
    request.end('{}');
  });
}
