/** Where this machine's programs are: only for computers without a sandbox. */
export const HOST_PATH = process.env['PATH'] ?? '/usr/bin:/bin';
