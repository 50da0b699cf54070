import type { Metadata } from "next";
import Link from "next/link";
import { notFound, redirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { CentreLine } from "@/components/ui/centre-line";
import { SignPlate } from "@/components/ui/sign-plate";
import { SiteShell } from "@/components/layout/site-shell";
import { env } from "@/lib/platform/env";
import { requireAccount } from "@/lib/platform/auth/guard";
import { guardOf, matchRoute } from "@/lib/platform/paths";
import { localePath } from "@/lib/platform/i18n/routing";
import { getSettings } from "@/lib/settings/queries";
import { stateOfSegment } from "@/lib/states/rules";
import { buttonClass } from "@/components/ui/button-class";

type Props = { params: Promise<{ path: string[] }> };

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("layout.pending");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false } };
}

/** Routes of the specification that have no page yet, behind their access checks; every other path is a 404. */
export default async function PendingPage({ params }: Props) {
  const segments = (await params).path;
  const path = `/${segments.join("/")}`;
  if (guardOf(path)) await requireAccount(path);
  const locale = await getLocale();
  if (segments[0] === "vendedor" && !matchRoute(path)) redirect(localePath(locale, "/vendedor/dashboard"));
  if (matchRoute(path)?.route.pattern === "/vendedor/:anything") redirect(localePath(locale, "/vendedor/dashboard"));
  if (!matchRoute(path)) notFound();
  const t = await getTranslations("layout.pending");
  const state = stateOfSegment(segments[0]);
  const home = localePath(locale, state ? `/${segments[0]}/regioes` : "/home");
  return (
    <SiteShell
      googleMapsKey={env.NEXT_PUBLIC_GOOGLE_MAPS_API_KEY}
      settings={await getSettings()}
      state={state && { uf: segments[0]!, name: state.name }}
      featured={[]}
    >
      <main id="conteudo" className="page grid max-w-3xl place-items-center gap-6 py-20 text-center">
        <SignPlate kind="warning">
          <h1 className="display-1 px-6">{t("title")}</h1>
        </SignPlate>
        <p className="max-w-xl text-xl">{t("lead")}</p>
        <div className="w-48">
          <CentreLine />
        </div>
        <Link href={home} className={buttonClass({ look: "primary", size: "xl" })}>
          {t("action")}
        </Link>
      </main>
    </SiteShell>
  );
}
