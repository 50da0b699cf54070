import type { ReactNode } from "react";
import { SiteShell } from "@/components/layout/site-shell";
import { getSettings } from "@/lib/settings/queries";

/** Pages of the signed-in traveller; each page guards itself, a layout is not a guard. */
export default async function TravellerLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell settings={await getSettings()} state={null} featured={[]}>
      {children}
    </SiteShell>
  );
}
