import { Button, Group, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';

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
  color = 'blue',
  variant = 'filled',
  isPending,
  children,
  onConfirm,
}: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant={variant} loading={isPending} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        lockScroll={false}
        centered
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p>{children}</p>
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setOpen(false)} data-autofocus>
            Cancel
          </Button>
          <Button
            color={color === 'red' ? 'var(--console-danger)' : color}
            onClick={() => {
              setOpen(false);
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Modal>
    </>
  );
}
