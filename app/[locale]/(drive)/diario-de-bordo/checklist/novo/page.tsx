import type { Metadata } from "next";
import { getLocale, getMessages, getTranslations } from "next-intl/server";
import { ChecklistTexts } from "@/components/garage/checklists/checklist-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";
import { ChecklistRun } from "@/components/garage/checklists/checklist-run";
import { requireAccount } from "@/lib/platform/auth/guard";
import { checklistPath, NEW_CHECKLIST } from "@/lib/garage/checklists/rules";

export const dynamic = "force-dynamic";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("garage/checklists");
  return { title: `${t("metaTitle")} | LACAMBECHE`, robots: { index: false }, referrer: "no-referrer" };
}

/** The page that a device keeps to start a checklist without a connection; it opens under the address of the checklist. */
export default async function NewChecklistPage() {
  await requireAccount(checklistPath(NEW_CHECKLIST));
  const [locale, texts] = await Promise.all([getLocale(), getMessages()]);
  return (
    <main id="conteudo">
      <ChecklistTexts value={texts["garage/checklists"]}>
        <ReadingTexts value={{ odd: texts["garage/entries"].odd }}>
          <ChecklistRun locale={locale} />
        </ReadingTexts>
      </ChecklistTexts>
    </main>
  );
}
