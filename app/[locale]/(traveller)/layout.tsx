import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/layout/site-shell";
import { env } from "@/lib/platform/env";
import { getSettingsWithExamples } from "@/lib/platform/settings/queries";

/** No page of an account is prerendered. */
export const dynamic = "force-dynamic";

/** Pages of the signed-in traveller; each page runs its own access check because a layout is not one. */
export default async function TravellerLayout({ children }: { children: ReactNode }) {
  return (
    <SiteShell
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
      settings={await getSettingsWithExamples()}
      state={null}
      featured={[]}
    >
      {children}
    </SiteShell>
  );
}
