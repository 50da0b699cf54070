import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { FormTexts } from "@/components/form/form-texts";
import { PageStamps } from "@/components/guide/passport/page-stamps";
import { ShareCard } from "@/components/guide/passport/share-card";
import { StampList } from "@/components/guide/passport/stamp-list";
import { StateProgress } from "@/components/guide/passport/state-progress";
import { CentreLine } from "@/components/ui/centre-line";
import { getOwnShare, listOwnStamps, listProgress } from "@/lib/guide/passport/queries";
import { PASSPORT_PATH, sharePath } from "@/lib/guide/passport/rules";
import { pageUrl } from "@/lib/platform/site-url";
import { requireAccount } from "@/lib/platform/auth/guard";
import { createSessionClient } from "@/lib/platform/supabase/session";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const generateMetadata = unlistedMetadata("guide/passport", "title");

/** The stamps of the signed-in account, its progress and the link that shows them to others. */
export default async function PassportPage() {
  const account = await requireAccount(PASSPORT_PATH);
  const [t, locale, { "guide/passport": passport, "panel/requests": requests }] = [
    await getTranslations("guide/passport"),
    await getLocale(),
    await getMessages(),
  ];
  const client = await createSessionClient();
  const [stamps, progress, share] = await Promise.all([
    listOwnStamps(client, account.id),
    listProgress(client),
    getOwnShare(client, account.id),
  ]);
  const url = share && pageUrl(locale, sharePath(share.name, share.token));
  return (
    <main id="conteudo" className="page grid content-start gap-6 py-8">
      <header>
        <h1 className="display-1">{t("title")}</h1>
        <p className="mt-2 text-lg text-muted">
          {stamps.length === 0 ? t("empty") : t("count", { count: stamps.length })}
        </p>
      </header>
      <CentreLine />
      {progress.length > 0 && <StateProgress rows={progress} />}
      <StampList stamps={stamps} />
      <FormTexts value={requests.validation}>
        <ShareCard key={url} texts={passport.share} url={url} name={share?.name ?? account.username} />
      </FormTexts>
      <PageStamps path={PASSPORT_PATH} refreshes />
    </main>
  );
}
