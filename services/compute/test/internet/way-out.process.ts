/**
 * The egress proxy of one computer, in a network whose only neighbour is the simulated internet. Started by
 * internet.ts.
 */
import { declareOwnHosts, interfaceAddresses } from '@zo/outbound';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { WayOut } from '../../src/egress/way-out.js';

const [egressSocket, arrivals] = process.argv.slice(2) as [string, string];
declareOwnHosts(interfaceAddresses);
// A trap on this machine itself: no connection of a computer may reach it.
const trap = createServer().on('connection', () => appendFileSync(arrivals, 'this machine 80\n'));
await new Promise<void>((resolve) => trap.listen(80, '0.0.0.0', resolve));
await new WayOut({}).open(egressSocket);
process.stdout.write('open\n');
