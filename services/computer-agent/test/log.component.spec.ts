import { expect, it } from '@jest/globals';
import { Agent } from './agent.js';

const REQUESTS = 50;

it('PC-01 a computer whose log nobody reads goes on, and is idle when it has nothing to do', async () => {
  const agent = await Agent.start();
  agent.closeLog();
  const refused = () => agent.request('GET', '/files/workspace/a.txt', { headers: { authorization: 'Bearer none' } });
  expect((await refused()).status).toBe(401);
  const before = agent.writes;
  for (let count = 0; count < REQUESTS; count++) await agent.computer.info({});
  expect(agent.writes - before).toBeLessThan(REQUESTS * 10);
  await agent.stop();
});
