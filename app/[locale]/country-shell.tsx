import type { ReactNode } from "react";
import { SiteShell } from "@/components/site/layout/site-shell";
import { env } from "@/lib/platform/env";
import { getSettingsWithExamples } from "@/lib/platform/settings/queries";

/** Header and footer of pages without a state. */
export async function CountryShell({ children }: { children: ReactNode }) {
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
