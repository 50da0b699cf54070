import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { LinkEnded } from "@/components/guide/passport/link-ended";
import { StampList } from "@/components/guide/passport/stamp-list";
import { CentreLine } from "@/components/ui/centre-line";
import { readSharedPassport, sharedStamps } from "@/lib/guide/passport/queries";
import { callerAddress } from "@/lib/platform/caller";
import { tokenOfSegment } from "@/lib/platform/named-token";
import { takeAttempt } from "@/lib/platform/rate-limit";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("guide/passport");
  return { title: `${t("title")} | LACAMBECHE`, robots: { index: false, follow: false } };
}

/** The passport that somebody shows to others: chosen name, places and days. The middleware answers 410 for a link that has ended. */
export default async function SharedPassportPage({ params }: { params: Promise<{ link: string }> }) {
  await takeAttempt("passportPage", await callerAddress());
  const token = tokenOfSegment((await params).link);
  if (!token) notFound();
  const passport = await readSharedPassport(token);
  if (!passport || passport.revoked) return <LinkEnded />;
  const t = await getTranslations("guide/passport");
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
