import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Choices, Dialog } from './dialog.tsx';

interface LeaveGuardProps {
  readonly hasChanges: boolean;
  /** True if another tab of the same page also loses the changes. */
  readonly coversTabs?: boolean;
  /** What is lost, as a sentence. */
  readonly text: string;
  /** The person leaves the page without a save. */
  onLeave?(): void;
}

/** Asks before a page with unsaved changes is left: by a link, by the history of the browser, or by closing the tab. */
export function LeaveGuard({ hasChanges, coversTabs = false, text, onLeave }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      hasChanges && (from.pathname !== to.pathname || (coversTabs && from.search !== to.search)),
  );
  useEffect(() => {
    if (!hasChanges) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [hasChanges]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title="Leave without saving?">
      <p>{text}</p>
      <Choices
        cancel="Stay on this page"
        confirm="Leave without saving"
        isDanger
        onCancel={stay}
        onConfirm={() => {
          onLeave?.();
          blocker.proceed?.();
        }}
      />
    </Dialog>
  );
}
