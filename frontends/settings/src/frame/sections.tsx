import {
  Bell,
  Blocks,
  Bot,
  HardDrive,
  Inbox,
  Laptop,
  Mail,
  Monitor,
  Palette,
  Files,
  Plug,
  User,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';

export interface SectionInfo {
  id: string;
  label: string;
  icon: ReactNode;
  ownerOnly?: boolean;
}

/** AP-02: every section, in display order. */
export const SECTIONS: readonly SectionInfo[] = [
  { id: 'account', label: 'Account', icon: <User /> },
  { id: 'your-ai', label: 'Your AI', icon: <Bot /> },
  { id: 'connections', label: 'Connections', icon: <Blocks /> },
  { id: 'appearance', label: 'Appearance', icon: <Palette /> },
  { id: 'notifications', label: 'Notifications', icon: <Bell /> },
  { id: 'channels', label: 'Channels', icon: <Mail /> },
  { id: 'outbox', label: 'Outbox', icon: <Inbox /> },
  { id: 'files', label: 'Files', icon: <Files /> },
  { id: 'people', label: 'People', icon: <Users />, ownerOnly: true },
  { id: 'programs', label: 'Programs', icon: <Plug /> },
  { id: 'browser', label: 'Browser', icon: <Monitor /> },
  { id: 'computer', label: 'Computer', icon: <HardDrive /> },
  { id: 'machines', label: 'Machines', icon: <Laptop /> },
];

/**
 * RT-07: the section that an address names, known or not: /settings/browser, /settings/people, or /settings#your-ai.
 */
export const sectionOf = (pathname: string, hash: string): string | undefined =>
  pathname.replace(/^\/settings\/?/, '').split('/')[0] || hash.replace(/^#/, '') || undefined;
