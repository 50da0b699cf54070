import type { ReactNode } from "react";

/** No page of the panel is prerendered. */
export const dynamic = "force-dynamic";

export default function PanelLayout({ children }: { children: ReactNode }) {
  return children;
}
