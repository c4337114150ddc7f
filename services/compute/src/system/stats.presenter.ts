import { z } from 'zod';
import type { StatsResponse } from '@zo/proto/agent/v1';
import { sanitiseAmount, sanitiseText, sanitiseTime } from '@zo/computer-client';

const volume = z.strictObject({ total_gb: z.number(), used_gb: z.number(), free_gb: z.number(), percent: z.number() });

/** LP-08: live figures of a computer. */
export const statsResponse = z
  .strictObject({
    os: z.string(),
    os_version: z.string(),
    arch: z.string(),
    cpu: z.strictObject({
      physical_cores: z.number(),
      logical_cpus: z.number(),
      usage_percent: z.number(),
      /** Omitted where the kernel does not report it, as on many virtual machines: 0 would look like a measurement. */
      frequency: z.strictObject({ current_mhz: z.number().positive().optional() }),
    }),
    memory: volume,
    disks: z.array(volume.extend({ mount: z.string() })),
    network: z.strictObject({ received_bytes: z.number(), sent_bytes: z.number() }),
    boot_time: z.iso.datetime(),
    uptime_seconds: z.number(),
    collected_at: z.iso.datetime(),
  })
  .meta({ id: 'Stats' });

const GIGABYTE = 1024 ** 3;
const rounded = (value: number, digits = 2) => Number(value.toFixed(digits));

function amounts(total: bigint, used: bigint) {
  const [all, taken] = [Number(total), Math.min(Number(used), Number(total))];
  return {
    total_gb: rounded(all / GIGABYTE),
    used_gb: rounded(taken / GIGABYTE),
    free_gb: rounded((all - taken) / GIGABYTE),
    percent: all > 0 ? rounded((taken / all) * 100, 1) : 0,
  };
}

/** Converts the agent's figures to the response of LP-08. */
export function presentStats(stats: StatsResponse, now: Date): z.infer<typeof statsResponse> {
  const booted = sanitiseTime(stats.bootMs);
  const mhz = rounded(sanitiseAmount(stats.cpuMhz), 0);
  return {
    os: sanitiseText(stats.os),
    os_version: sanitiseText(stats.osVersion),
    arch: sanitiseText(stats.arch),
    cpu: {
      physical_cores: stats.physicalCores,
      logical_cpus: stats.logicalCpus,
      usage_percent: sanitiseAmount(stats.cpuPercent),
      frequency: mhz > 0 ? { current_mhz: mhz } : {},
    },
    memory: amounts(stats.memoryTotal, stats.memoryUsed),
    disks: [{ mount: '~', ...amounts(stats.diskTotal, stats.diskUsed) }],
    network: { received_bytes: sanitiseAmount(stats.networkReceived), sent_bytes: sanitiseAmount(stats.networkSent) },
    boot_time: booted.toISOString(),
    uptime_seconds: Math.max(0, Math.round((now.getTime() - booted.getTime()) / 1000)),
    collected_at: now.toISOString(),
  };
}
