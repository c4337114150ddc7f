import {
  BookText,
  Database,
  File,
  FileArchive,
  FileCode,
  FileText,
  Film,
  Folder,
  FolderOpen,
  Image,
  AudioLines,
  Sheet,
  Table,
  Trash2,
  Workflow,
  FileType,
} from 'lucide-react';
import { familyOf, type Family } from './kinds';

const ICONS: Record<Family, typeof File> = {
  folder: Folder,
  note: FileText,
  code: FileCode,
  table: Table,
  sheet: Sheet,
  image: Image,
  audio: AudioLines,
  video: Film,
  pdf: FileType,
  archive: FileArchive,
  routine: Workflow,
  data: Database,
  book: BookText,
  file: File,
};

/** The icon of a row: one muted colour, the shape shows the kind. */
export function FileIcon({
  name,
  isDirectory,
  open,
  trash,
  className = 'size-4 text-text-2',
}: {
  name: string;
  isDirectory: boolean;
  open?: boolean;
  trash?: boolean;
  className?: string;
}) {
  const Shape = trash ? Trash2 : isDirectory && open ? FolderOpen : ICONS[familyOf(name, isDirectory)];
  return <Shape aria-hidden className={className} />;
}
