import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router';

/** A link that looks like a button. */
export const LinkButton = ({ to, ...props }: ButtonProps & { readonly to: string }) => (
  <Button component={Link} to={to} {...props} />
);
