import type { ReactNode } from 'react';

/** Something named in the text of a note. */
export const Chip = ({ icon, label }: { icon: ReactNode; label: string }) => (
  <span contentEditable={false} className="note-chip">
    {icon}
    {label}
  </span>
);
