import { Button, Group, Modal, type ModalProps } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';

/** A dialog in the middle of the page, which keeps its scroll bar. */
export const Dialog = (props: ModalProps) => (
  <Modal lockScroll={false} centered closeButtonProps={{ 'aria-label': 'Close' }} {...props} />
);

interface ChoicesProps {
  /** Text of the button that changes nothing. */
  readonly cancel?: string;
  readonly confirm: string;
  readonly isDanger?: boolean;
  readonly isPending?: boolean;
  onCancel(): void;
  onConfirm(): void;
}

/** The buttons of a question. The first one has the focus, and changes nothing. */
export const Choices = ({
  cancel = 'Cancel',
  confirm,
  isDanger = false,
  isPending = false,
  onCancel,
  onConfirm,
}: ChoicesProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel} disabled={isPending} data-autofocus>
      {cancel}
    </Button>
    <Button
      {...(isDanger && { color: 'var(--console-danger)' })}
      loading={isPending}
      onClick={() => onConfirm()}
    >
      {confirm}
    </Button>
  </Group>
);

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  /** Text of the button that does it. */
  readonly confirm: string;
  readonly color?: string;
  readonly variant?: string;
  readonly isPending: boolean;
  /** What happens. */
  readonly children: ReactNode;
  onConfirm(): void;
}

/** An action that asks first. */
export function ConfirmButton({
  label,
  title,
  confirm,
  color,
  variant = 'filled',
  isPending,
  children,
  onConfirm,
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button variant={variant} loading={isPending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={title}>
        <p>{children}</p>
        <Choices
          confirm={confirm}
          isDanger={color === 'red'}
          onCancel={close}
          onConfirm={() => {
            close();
            onConfirm();
          }}
        />
      </Dialog>
    </>
  );
}

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
