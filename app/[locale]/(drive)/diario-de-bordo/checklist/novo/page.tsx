import { getLocale, getMessages } from "next-intl/server";
import { ChecklistTexts } from "@/components/garage/checklists/checklist-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";
import { ChecklistRun } from "@/components/garage/checklists/checklist-run";
import { requireAccount } from "@/lib/platform/auth/guard";
import { checklistPath, NEW_CHECKLIST } from "@/lib/garage/checklists/rules";
import { unlistedMetadata } from "@/app/[locale]/page-metadata";

export const dynamic = "force-dynamic";

export const generateMetadata = unlistedMetadata("garage/checklists", "metaTitle", { referrer: "no-referrer" });

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
