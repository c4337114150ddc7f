import type { FilePath, Root } from '../paths';
import type { ThemeChoice } from '../theme';

/** GET /api/auth/setup: what a signed-out visitor may know. */
export interface Setup {
  claimed: boolean;
  signup: 'closed' | 'invitation' | 'open';
  product: string;
  computer_domain: string;
  mail_domain: string;
}

/** Settings kept with the account (AP-03). */
export interface Settings {
  show_dotfiles: boolean;
  note_view: 'rich' | 'raw';
  theme: ThemeChoice;
  model: { value?: string } & Record<string, unknown>;
}

/** AU-04: who is signed in. */
export interface Me {
  claims: { id: string; email: string; domains: string[] };
  profile: { id: string; full_name: string | null; email: string; picture: string | null; domains: string[] };
  handle: string;
  is_owner: boolean;
  addresses: { web: string; email: string; sms: string; desktop: string; sites: string };
  settings: Settings;
  onboarding: Record<string, boolean | number>;
}

export interface Session {
  id: string;
  created_at: string;
  last_seen_at: string;
  user_agent: string;
  current: boolean;
}

/** State of the user's own computer. */
export interface Computer {
  id: string;
  state: 'asleep' | 'waking' | 'awake' | 'stopping' | 'failed';
  sandboxed: boolean;
  reason?: string;
  started_at?: string;
  busy_reason?: string;
  sleeps_in_seconds?: number;
}

interface Volume {
  total_gb: number;
  used_gb: number;
  free_gb: number;
  percent: number;
}

/** LP-08: live figures of the computer. */
export interface Stats {
  os: string;
  os_version: string;
  arch: string;
  cpu: { physical_cores: number; logical_cpus: number; usage_percent: number; frequency?: { current_mhz: number } | null };
  memory: Volume;
  disks: (Volume & { mount: string })[];
  network: { received_bytes: number; sent_bytes: number };
  boot_time: number | string;
  uptime_seconds: number;
  collected_at: number | string;
}

/** One row of a folder (FT-02). */
export interface Item {
  name: string;
  isDirectory: boolean;
  size: number;
  mtime: number;
  birthtime: number;
  error?: string;
}

export type FileKind =
  | 'directory' | 'markdown' | 'textual' | 'image' | 'audio' | 'video' | 'heic' | 'html' | 'pdf' | 'ebook' | 'docx' | 'csv' | 'tsv' | 'excel'
  | 'json' | 'sqlite' | 'sheet' | 'routine' | 'zopage' | 'binary' | 'unknown';

/** FT-01: open-file data. */
export interface OpenFile {
  urlSlug: string[];
  root: Root;
  filePath: string;
  isDir: boolean;
  fileContent?: string | null;
  directoryContents?: Item[];
  error?: string;
  fileExtension: string;
  fileSize: number;
  mtimeMs: number;
  birthtimeMs: number;
  hash?: string;
  mediaType?: string;
  kind: FileKind;
}

export interface SearchHit extends FilePath {
  isDirectory: boolean;
  line?: number;
  text?: string;
}

export interface Conversation {
  id: string;
  created_at: string;
  updated_at: string;
  title: string | null;
  running?: boolean;
}
