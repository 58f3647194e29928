import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

interface TextLinkProps {
  href: string;
  /** Words stand beside it, from which color alone would not tell it. */
  isAmongWords?: boolean;
  children: ReactNode;
}

/** A link to another screen, in running text or a table. */
export function TextLink({ href, isAmongWords = false, children }: TextLinkProps) {
  return (
    <Anchor component={Link} href={href} inherit {...(isAmongWords && { underline: 'always' })}>
      {children}
    </Anchor>
  );
}
