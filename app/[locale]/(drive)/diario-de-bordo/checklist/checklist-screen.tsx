import { getLocale, getMessages } from "next-intl/server";
import { ChecklistRun } from "@/components/garage/checklists/checklist-run";
import { ChecklistTexts } from "@/components/garage/checklists/checklist-texts";
import { ReadingTexts } from "@/components/garage/entries/reading-texts";

/** A checklist to fill in. The service worker keeps this page for every checklist, so it contains no data of the account. */
export async function ChecklistScreen() {
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
