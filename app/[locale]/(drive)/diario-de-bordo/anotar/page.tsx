import { getLocale, getMessages } from "next-intl/server";
import { LogTexts } from "@/components/garage/entries/log-texts";
import { QuickLog } from "@/components/garage/entries/quick-log";
import { requireAccount } from "@/lib/platform/auth/guard";
import { ADD_ENTRY_PATH } from "@/lib/garage/entries/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("garage/entries", "metaTitle");

/** Adds entries to the log of a car. The service worker keeps this page, so it contains no data of the account. */
export default async function AddEntryPage() {
  await requireAccount(ADD_ENTRY_PATH);
  const [locale, messages] = await Promise.all([getLocale(), getMessages()]);
  const texts = messages["garage/entries"];
  return (
    <main id="conteudo" className="bg-background text-text">
      <noscript>
        <p className="p-4">{texts.needsScript}</p>
      </noscript>
      <LogTexts value={texts}>
        <QuickLog locale={locale} />
      </LogTexts>
    </main>
  );
}
