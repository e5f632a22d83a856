import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Choices, Dialog } from './dialog.tsx';

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
