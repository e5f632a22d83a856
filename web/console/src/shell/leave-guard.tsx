import { Button, Group, Modal } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';

interface LeaveGuardProps {
  readonly hasChanges: boolean;
  /** True if another tab of the same page also loses the changes. */
  readonly coversTabs?: boolean;
  /** What is lost, as a sentence. */
  readonly text: string;
  /** The person leaves the page without a save. */
  onLeave(): void;
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
  return (
    <Modal
      opened={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
      lockScroll={false}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p>{text}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => blocker.reset?.()} data-autofocus>
          Stay on this page
        </Button>
        <Button
          color="var(--console-danger)"
          onClick={() => {
            onLeave();
            blocker.proceed?.();
          }}
        >
          Leave without saving
        </Button>
      </Group>
    </Modal>
  );
}
