import { SectionPage } from '../../frame/rows';
import { ConnectedPrograms } from './connected';
import { TOKENS } from './messages';
import { Servers } from './servers';
import { Tokens } from './tokens';

/** Which programs use this computer, and which the assistant uses. */
export function ProgramsSection() {
  return (
    <SectionPage title="Programs" lead={TOKENS.lead}>
      <ConnectedPrograms />
      <Tokens />
      <Servers />
    </SectionPage>
  );
}
