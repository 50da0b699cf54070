import NextLink from "next/link";
import type { ComponentProps } from "react";

/** A link of Next without prefetching, because the server would render every page to which a list links. */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />;
}
