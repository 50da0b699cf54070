import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { SettingsWithExamples } from "@/lib/platform/settings/schema";
import { LocationDialog } from "./location-dialog";
import { SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

type Props = {
  settings: SettingsWithExamples;
  state: { uf: string; name: string } | null;
  featured: { name: string; href: string }[];
  googleMapsKey?: string;
  children: ReactNode;
};

/** Header, page, footer and the location question: the specification's public main layout. */
export async function SiteShell({ settings, state, featured, googleMapsKey, children }: Props) {
  const t = await getTranslations("site/layout");
  return (
    <>
      <a
        href="#conteudo"
        className="sr-only z-50 rounded-lg bg-faixa px-4 py-3 text-faixa-ink focus:not-sr-only focus:fixed focus:left-3 focus:top-3"
      >
        {t("skip")}
      </a>
      <SiteHeader settings={settings} state={state} />
      {children}
      <SiteFooter settings={settings} uf={state?.uf ?? null} featured={featured} />
      <LocationDialog googleMapsKey={googleMapsKey} />
    </>
  );
}
