import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { getLocale, getTranslations } from "next-intl/server";
import { StampList } from "@/components/passport/stamp-list";
import { CentreLine } from "@/components/ui/centre-line";
import { readSharedPassport, sharedStamps } from "@/lib/passport/queries";
import { shareToken } from "@/lib/passport/rules";
import { callerAddress } from "@/lib/platform/caller";
import { localePath } from "@/lib/platform/i18n/routing";
import { GONE_PATH } from "@/lib/platform/paths";
import { takeAttempt } from "@/lib/platform/rate-limit";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("passport");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false } };
}

/** The passport that somebody shows to others: chosen name, places and days. */
export default async function SharedPassportPage({ params }: { params: Promise<{ link: string }> }) {
  await takeAttempt("passportPage", await callerAddress());
  const token = shareToken((await params).link);
  const passport = token && (await readSharedPassport(token));
  if (!passport) notFound();
  const [t, locale] = [await getTranslations("passport"), await getLocale()];
  // The page behind this address is answered with 410.
  if (passport.revoked) permanentRedirect(localePath(locale, GONE_PATH));
  const stamps = sharedStamps(passport);
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8">
      <header>
        <p className="font-semibold text-muted uppercase">{t("title")}</p>
        <h1 className="display-1 wrap-anywhere">{passport.name}</h1>
        <p className="mt-2 text-lg text-muted">
          {stamps.length === 0 ? t("sharedEmpty") : t("count", { count: stamps.length })}
        </p>
      </header>
      <CentreLine />
      <StampList stamps={stamps} />
    </main>
  );
}
