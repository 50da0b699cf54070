import type { ReactNode } from "react";
import { SiteShell } from "@/components/layout/site-shell";
import { getSettings } from "@/lib/settings/queries";

/** Public pages without a state. */
export default async function BrazilLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell settings={await getSettings()} state={null} featured={[]}>
      {children}
    </SiteShell>
  );
}
