import { Hash } from 'lucide-react';
import {
  siAirtable,
  siAsana,
  siBox,
  siDropbox,
  siGithub,
  siGmail,
  siGooglecalendar,
  siGoogledocs,
  siGoogledrive,
  siGooglesheets,
  siLinear,
  siNotion,
  siReddit,
  siTelegram,
  siTodoist,
  type SimpleIcon,
} from 'simple-icons';

const LOGOS: Readonly<Record<string, SimpleIcon>> = {
  airtable: siAirtable,
  asana: siAsana,
  box: siBox,
  dropbox: siDropbox,
  github: siGithub,
  gmail: siGmail,
  google_calendar: siGooglecalendar,
  google_docs: siGoogledocs,
  google_drive: siGoogledrive,
  google_sheets: siGooglesheets,
  linear: siLinear,
  notion: siNotion,
  reddit: siReddit,
  telegram: siTelegram,
  todoist: siTodoist,
};

/** IM-01: the logo of an app, in one ink. */
export function AppIcon({ slug }: { slug: string }) {
  const logo = LOGOS[slug];
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-surface-2 text-text-1 [&_svg]:size-4"
    >
      {logo ? (
        <svg viewBox="0 0 24 24" fill="currentColor">
          <path d={logo.path} />
        </svg>
      ) : slug === 'linkedin' ? (
        // These two let nobody pass on their logos.
        <span className="text-sm font-bold">in</span>
      ) : (
        <Hash />
      )}
    </span>
  );
}
