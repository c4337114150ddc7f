/** The PATH of this machine, for computers without a sandbox only. */
export const HOST_PATH = process.env['PATH'] ?? '/usr/bin:/bin';
