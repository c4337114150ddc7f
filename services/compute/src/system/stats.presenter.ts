import type { StatsResponse } from '@zo/proto/agent/v1';

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

/** The shape of LP-08. */
export function presentStats(stats: StatsResponse, now: Date) {
  return {
    os: stats.os,
    os_version: stats.osVersion,
    arch: stats.arch,
    cpu: { physical_cores: stats.physicalCores, logical_cpus: stats.logicalCpus, usage_percent: stats.cpuPercent, frequency: { current_mhz: rounded(stats.cpuMhz, 0) } },
    memory: amounts(stats.memoryTotal, stats.memoryUsed),
    disks: [{ mount: '~', ...amounts(stats.diskTotal, stats.diskUsed) }],
    network: { received_bytes: Number(stats.networkReceived), sent_bytes: Number(stats.networkSent) },
    boot_time: new Date(stats.bootMs).toISOString(),
    uptime_seconds: Math.max(0, Math.round((now.getTime() - stats.bootMs) / 1000)),
    collected_at: now.toISOString(),
  };
}
