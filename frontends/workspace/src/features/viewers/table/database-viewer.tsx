import { DatabaseZap } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@zo/web/ui';
import type { ViewerProps } from '../viewer';
import { QueryBox } from './query-box';
import { TableView } from './table-view';

/** FV-01 sqlite: tables and views as sheets, and the rows of a query that only reads. */
export default function DatabaseViewer({ location, file }: ViewerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState('');
  const [query, setQuery] = useState('');
  const toggle = () => {
    if (isOpen) setQuery('');
    setIsOpen(!isOpen);
  };
  return (
    <TableView
      location={location}
      revision={`${file.mtimeMs} ${file.fileSize}`}
      query={isOpen ? query : ''}
      onSheet={() => setQuery('')}
      extra={
        <Button variant={isOpen ? 'soft' : 'quiet'} aria-pressed={isOpen} onClick={toggle}>
          <DatabaseZap />
          Query
        </Button>
      }
      panel={isOpen ? <QueryBox text={text} onText={setText} onRun={setQuery} /> : undefined}
    />
  );
}
